import { dayAndMonth, weekdayName, weekdayOf } from "../../../ui/calendar-dates.ts";

/** Chooses the day to show on a phone. */
export function DayPicker({
  days,
  shown,
  today,
  names = new Map(),
  onShow,
}: {
  readonly days: readonly string[];
  readonly shown: string;
  readonly today: string;
  /** Of holidays, by date. */
  readonly names?: ReadonlyMap<string, string>;
  readonly onShow: (date: string) => void;
}) {
  return (
    <fieldset className="grid grid-cols-7 gap-1 px-2 pb-2">
      <legend className="sr-only">Day</legend>
      {days.map((date) => (
        <button
          key={date}
          type="button"
          aria-label={`${shortName(date)} ${dayAndMonth(date)}${date === today ? ", today" : ""}${names.has(date) ? `, ${names.get(date)}` : ""}`}
          aria-pressed={date === shown}
          className={`button min-w-0 flex-col gap-0 px-0 py-1 text-[13px] leading-4 ${date === today ? "text-primary-text" : ""}`}
          onClick={() => onShow(date)}
        >
          <span>{shortName(date)}</span>{" "}
          <span className="tabular-nums">{Number(date.slice(8))}</span>
          {names.has(date) && <span aria-hidden="true" className="size-1.5 rounded-full bg-warn" />}
        </button>
      ))}
    </fieldset>
  );
}

/** 'Mon'. */
function shortName(date: string): string {
  return weekdayName(weekdayOf(date)).slice(0, 3);
}
