import type { ReactNode } from "react";

/** The heading of a page and what stands beside it: the same place and height on every page but the dashboard. */
export function PageHeader({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-1 pt-1 lg:px-0 lg:pt-0">
      <h1 className="text-[24px] leading-8 font-bold">{title}</h1>
      {children}
    </div>
  );
}
