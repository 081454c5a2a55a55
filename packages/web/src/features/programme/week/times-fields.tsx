import { TextField } from "../../../ui/form-fields.tsx";
import { spanOf } from "./entry-draft.ts";
import type { TimesForm, TimesProblems } from "./entry-draft.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import { DAY_MINUTES } from "./week-geometry.ts";

/** When an entry of the week begins and ends, and how it repeats. */
export function TimesFields({
  times,
  firstDate,
  timeZone,
  problems,
  onChange,
}: {
  readonly times: TimesForm;
  /** Its first start. */
  readonly firstDate: string;
  readonly timeZone: string;
  readonly problems: TimesProblems;
  readonly onChange: (change: Partial<TimesForm>) => void;
}) {
  const span = spanOf(times);
  const isOver = span !== undefined && span.minute + span.minutes > DAY_MINUTES;
  return (
    <>
      <TextField
        label="Day"
        name="date"
        type="date"
        value={times.date}
        problem={problems.date}
        onChange={(date) => onChange({ date })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="From"
          type="time"
          value={times.from}
          hint={zoneWords(timeZone)}
          onChange={(from) => onChange({ from })}
        />
        <TextField
          label="To"
          name="to"
          type="time"
          value={times.to}
          problem={problems.to}
          {...(isOver && { hint: "On the next day" })}
          onChange={(to) => onChange({ to })}
        />
      </div>
      <RepeatFields
        repeat={times.repeat}
        date={firstDate}
        problems={problems}
        onChange={(repeat) => onChange({ repeat })}
      />
    </>
  );
}

/** 'Times in America/New York'. */
export function zoneWords(timeZone: string): string {
  return `Times in ${timeZone.replaceAll("_", " ")}`;
}
