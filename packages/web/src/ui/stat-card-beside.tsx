import type { ReactNode } from "react";

/** One figure with its name; an em dash is the caller's to give where there is none. */
export function StatCard({
  icon,
  label,
  value,
  note,
}: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}) {
  return (
    <div className="panel flex min-w-0 items-center gap-3 p-4">
      <span aria-hidden="true" className="shrink-0 text-primary-text">
        {icon}
      </span>
      <dl className="min-w-0">
        <dt className="text-[13px] leading-5 text-muted">{label}</dt>
        <dd className="truncate font-display text-[20px] leading-7 font-semibold tabular-nums">
          {value}
        </dd>
        {note !== undefined && <dd className="truncate text-[13px] text-muted">{note}</dd>}
      </dl>
    </div>
  );
}
