import { CheckFields } from "../../../ui/choice-fields.tsx";
import { NumberField, SelectField, TextField } from "../../../ui/form-fields.tsx";
import { placeInMonth, weekdayName, weekdayOf, weekdays } from "../../../ui/calendar-dates.ts";
import type { TimesProblems } from "./entry-draft.ts";
import { repeatKinds, repeatWords } from "./repeat-rules.ts";
import type { Repeat, RepeatKind } from "./repeat-rules.ts";

const names: Readonly<Record<RepeatKind, string>> = {
  once: "Does not repeat",
  daily: "Every day",
  weekdays: "Monday to Friday",
  weekly: "Every week, on chosen days",
  monthly: "Every month, on this day",
  "monthly-weekday": "Every month, on this weekday",
  other: "By a custom rule",
};

/** How an entry of the week repeats. @param date of its first start */
export function RepeatFields({
  repeat,
  date,
  problems,
  onChange,
}: {
  readonly repeat: Repeat;
  readonly date: string;
  readonly problems: TimesProblems;
  readonly onChange: (repeat: Repeat) => void;
}) {
  const change = (edits: Partial<Repeat>) => onChange({ ...repeat, ...edits });
  const choices = repeatKinds
    .filter((kind) => kind !== "other" || repeat.other !== "")
    .map((value) => ({ value, name: nameOf(value, date) }));
  const repeats = repeat.kind !== "once";
  return (
    <>
      <SelectField
        label="Repeats"
        value={repeat.kind}
        choices={choices}
        onChange={(kind) => change({ kind })}
      />
      {repeat.kind === "weekly" && (
        <>
          <CheckFields
            legend="Days"
            values={weekdays}
            chosen={repeat.days}
            nameOf={weekdayName}
            problem={problems.days}
            onChange={(days) => change({ days })}
          />
          <NumberField
            label="Every … weeks"
            value={repeat.weeks}
            min={1}
            max={52}
            onChange={(weeks) => change({ weeks: Math.max(1, Math.min(52, weeks)) })}
          />
        </>
      )}
      {repeats && repeat.kind !== "other" && (
        <TextField
          label="Last day"
          type="date"
          hint="Leave empty to repeat forever."
          value={repeat.until}
          problem={problems.until}
          onChange={(until) => change({ until })}
        />
      )}
      {repeats && (
        <output className="text-[13px] leading-5 text-muted">{repeatWords(repeat, date)}</output>
      )}
    </>
  );
}

function nameOf(kind: RepeatKind, date: string): string {
  if (date === "" || !kind.startsWith("monthly")) return names[kind];
  if (kind === "monthly") return `Every month, on day ${Number(date.slice(8))}`;
  const place = placeInMonth(date);
  const words = place === -1 ? "last" : (["first", "second", "third", "fourth"][place - 1] ?? "");
  return `Every month, on the ${words} ${weekdayName(weekdayOf(date))}`;
}
