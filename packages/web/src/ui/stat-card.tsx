import type { ReactNode } from "react";

/**
 * `headline`: the figure large and first, no icon on a phone. `plain`: icon and name, the figure below. `line`: all in
 * one line.
 */
const looks = {
  headline: {
    card: "grid-cols-[minmax(0,1fr)] content-start gap-x-4 p-3 sm:grid-cols-[auto_minmax(0,1fr)] lg:px-5 lg:py-4",
    name: "row-start-2 self-start text-[12px] leading-4 sm:col-start-2 sm:truncate sm:text-[13px]",
    value: "row-start-1 font-bold sm:col-start-2 lg:text-[24px]",
    hint: "row-start-3 text-[12px] leading-4 text-faint sm:col-start-2",
    icon: "row-span-2 hidden text-secondary-text sm:col-start-1 sm:block",
  },
  line: {
    card: "h-12 grid-cols-[auto_auto_minmax(0,1fr)] content-center gap-x-3 px-3 lg:px-4",
    name: "col-start-3 row-start-1 truncate text-[13px]",
    value: "col-start-2 row-start-1 font-bold",
    hint: "",
    icon: "col-start-1 text-secondary-text",
  },
  plain: {
    card: "grid-cols-[auto_minmax(0,1fr)] content-center gap-x-3 p-4",
    name: "col-start-2 row-start-1 text-[13px] leading-5",
    value: "col-start-2 row-start-2 font-semibold",
    hint: "col-start-2 row-start-3 truncate text-[13px] text-muted",
    icon: "col-start-1 row-span-3 text-primary-text",
  },
} as const;

/** A figure and its name, in a description list. Pass an em dash if there is no figure. */
export function StatCard({
  icon,
  name,
  value,
  hint,
  look = "headline",
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly value: string;
  /** An extra line below the name. */
  readonly hint?: string | undefined;
  readonly look?: keyof typeof looks;
}) {
  const classes = looks[look];
  return (
    <div className={`panel grid min-w-0 items-center ${classes.card}`}>
      <dt className={`text-muted ${classes.name}`}>{name}</dt>
      {hint !== undefined && <dd className={classes.hint}>{hint}</dd>}
      <dd className={`truncate font-display text-[20px] leading-7 tabular-nums ${classes.value}`}>
        {value}
      </dd>
      <dd aria-hidden="true" className={`row-start-1 ${classes.icon}`}>
        {icon}
      </dd>
    </div>
  );
}
