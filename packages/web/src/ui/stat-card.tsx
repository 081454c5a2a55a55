import type { ReactNode } from "react";

/** One figure and what it is, in a description list. */
export function StatCard({
  icon,
  name,
  value,
  hint,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly value: string;
  /** What the name does not say. */
  readonly hint?: string;
}) {
  return (
    <div className="panel grid min-w-0 grid-cols-[minmax(0,1fr)] content-start items-center gap-x-4 p-3 sm:grid-cols-[auto_minmax(0,1fr)] lg:px-5 lg:py-4">
      <dt className="row-start-2 self-start text-[12px] leading-4 text-muted sm:col-start-2 sm:truncate sm:text-[13px]">
        {name}
      </dt>
      {hint !== undefined && (
        <dd className="row-start-3 text-[12px] leading-4 text-faint sm:col-start-2">{hint}</dd>
      )}
      <dd className="row-start-1 truncate font-display text-[20px] leading-7 font-bold tabular-nums sm:col-start-2 lg:text-[24px]">
        {value}
      </dd>
      <dd
        aria-hidden="true"
        className="row-span-2 row-start-1 hidden text-secondary-text sm:col-start-1 sm:block"
      >
        {icon}
      </dd>
    </div>
  );
}
