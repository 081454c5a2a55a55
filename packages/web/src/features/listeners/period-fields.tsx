import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { dayWords } from "./listener-words.ts";
import type { StationDay } from "./listeners-data.ts";
import {
  type Days,
  daysProblem,
  type Period,
  type PeriodName,
  periodOf,
  periods,
} from "./period-rules.ts";

/** The choice of a period, which the URL names, and what is shown of it. */
export function WithPeriod({
  station: { today },
  maxDays,
  isCompared = false,
  beside,
  children,
}: {
  readonly station: StationDay;
  readonly maxDays: number;
  /** Names the period before, too. */
  readonly isCompared?: boolean;
  /** Another choice in the same row. */
  readonly beside?: ReactNode;
  readonly children: (period: Period) => ReactNode;
}) {
  const [search, setSearch] = useSearchParams();
  const name = periods.find(({ value }) => value === search.get("period"))?.value ?? "30-days";
  const shown = periodOf(name === "own" ? "30-days" : name, { today, own: noDays });
  const own = {
    from: search.get("from") ?? shown.from,
    to: search.get("to") ?? shown.to,
  };
  const problem = name === "own" ? daysProblem(own, maxDays) : undefined;
  const period = name === "own" && problem === undefined ? periodOf(name, { today, own }) : shown;
  const change = (changes: Readonly<Record<string, string>>) =>
    setSearch((old) => ({ ...Object.fromEntries(old), ...changes }), { replace: true });
  return (
    <>
      <section aria-label="Which days" className="panel flex flex-wrap items-end gap-3 px-4 py-3">
        {beside}
        <div className="w-40">
          <SelectField<PeriodName>
            label="Period"
            value={name}
            choices={periods}
            onChange={(value) =>
              change(
                value === "own"
                  ? { period: value, from: period.from, to: period.to }
                  : { period: value },
              )
            }
          />
        </div>
        {name === "own" && <DayFields days={own} onChange={change} />}
        <p
          role={problem === undefined ? undefined : "alert"}
          className="flex-1 basis-60 sm:min-h-11 content-center text-[13px]"
        >
          {problem === undefined ? (
            <span className="text-muted">{periodWords(period, isCompared)}</span>
          ) : (
            <span className="text-danger">{problem}</span>
          )}
        </p>
      </section>
      {problem === undefined && children(period)}
    </>
  );
}

const noDays: Days = { from: "", to: "" };

function DayFields({
  days: { from, to },
  onChange,
}: {
  readonly days: Days;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}) {
  return (
    <>
      <div className="w-40">
        <TextField
          label="From"
          type="date"
          value={from}
          onChange={(day) => onChange({ from: day })}
        />
      </div>
      <div className="w-40">
        <TextField label="To" type="date" value={to} onChange={(day) => onChange({ to: day })} />
      </div>
    </>
  );
}

function periodWords({ before, ...days }: Period, isCompared: boolean): string {
  const words = spanWords(days);
  return isCompared ? `${words}, compared with ${spanWords(before)}.` : `${words}.`;
}

/** '1 Mar 2027 to 30 Mar 2027'. */
function spanWords({ from, to }: Days): string {
  return from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`;
}
