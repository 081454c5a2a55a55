import { Link } from "wouter";
import { usePageTitle } from "../app/page-title.ts";

/** The player runs on below it, so a wrong address costs nobody the music. */
export function NotFoundPage() {
  usePageTitle("Page Not Found");
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-3 p-6 text-center">
      <p
        aria-hidden="true"
        className="font-display text-[96px] leading-none font-extrabold text-s3 [-webkit-text-stroke:2px_hsl(var(--secondary))] sm:text-[144px]"
      >
        404
      </p>
      <h1 className="text-[30px] leading-9 font-bold">Page Not Found</h1>
      <p className="max-w-[42ch] text-muted">
        Dead air: nothing is broadcast at this address. The station itself plays on.
      </p>
      <Link href="/" className="button button-primary mt-4">
        Back to the dashboard
      </Link>
    </div>
  );
}
