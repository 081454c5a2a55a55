import { Link } from "wouter";
import { usePageTitle } from "./page-title.ts";
import { PageCorner } from "../ui/page-header.tsx";

/** The player stays below it, so the music goes on. */
export function NotFoundPage() {
  usePageTitle("Page Not Found");
  return (
    <div className="relative flex min-h-full flex-col items-center justify-center gap-3 p-6 text-center">
      <PageCorner />
      <svg viewBox="0 0 300 130" aria-hidden="true" className="w-60 sm:w-96">
        <text
          x="150"
          y="112"
          textAnchor="middle"
          className="fill-s2 stroke-secondary-edge font-display text-[140px] font-extrabold"
          strokeWidth="2.5"
        >
          404
        </text>
      </svg>
      <h1 className="text-[30px] leading-9 font-bold">Page Not Found</h1>
      <p className="max-w-[42ch] text-muted">
        There is no page at this address. The station plays on.
      </p>
      <Link href="/" className="button button-primary mt-4">
        Back to the dashboard
      </Link>
    </div>
  );
}
