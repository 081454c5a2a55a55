import { Construction } from "lucide-react";
import { Link } from "wouter";
import { usePageTitle } from "../app/page-title.ts";
import { EmptyState } from "../ui/panel-state.tsx";

/** Says plainly that a page is not there yet. */
export function BeingBuiltPage({ name, text }: { readonly name: string; readonly text: string }) {
  usePageTitle(name);
  return (
    <div className="flex min-h-full flex-col p-4 lg:p-6">
      <h1 className="text-[24px] leading-8 font-bold">{name}</h1>
      <div className="panel mt-4 flex flex-1 items-center justify-center">
        <EmptyState icon={<Construction size={36} />} title="This page is being built" text={text}>
          <Link href="/" className="button mt-4">
            Back to the dashboard
          </Link>
        </EmptyState>
      </div>
    </div>
  );
}
