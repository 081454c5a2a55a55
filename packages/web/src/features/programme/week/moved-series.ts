import { daysBetween, daysLater, timeWords, weekdayOf } from "./calendar-dates.ts";
import { repeatOf, ruleOf } from "./repeat-rules.ts";
import type { Span } from "./week-geometry.ts";

/** The fields that decide when a schedule entry happens. */
export interface EntryTimes {
  /** 'YYYY-MM-DDTHH:MM:SS', local time of the station. */
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly repeat: string | null;
  readonly except: readonly string[];
}

/** 'YYYY-MM-DDTHH:MM:SS' of a day and its minute. */
export function localTime({
  date,
  minute,
}: {
  readonly date: string;
  readonly minute: number;
}): string {
  return `${date}T${timeWords(minute)}:00`;
}

/** Moves an entry with all its occurrences. Daily and monthly entries keep their days. */
export function movedSeries(
  entry: EntryTimes,
  { from, to }: { readonly from: string; readonly to: Span },
): EntryTimes {
  const first = entry.startsAt.slice(0, 10);
  const repeat = repeatOf(entry.repeat, first);
  const durationMinutes = to.minutes;
  if (repeat.kind === "once") return { ...entry, startsAt: localTime(to), durationMinutes };
  const startsAt = localTime({ date: first, minute: to.minute });
  const days = daysBetween(from, to.date);
  if (repeat.kind !== "weekly" || days === 0) return { ...entry, startsAt, durationMinutes };
  const [before, after] = [weekdayOf(from), weekdayOf(to.date)];
  const isOfDay = (date: string) => weekdayOf(date) === before;
  const moved = {
    ...repeat,
    days: [...new Set(repeat.days.map((day) => (day === before ? after : day)))],
  };
  const begins = isOfDay(first) ? daysLater(first, days) : first;
  return {
    startsAt: localTime({ date: begins, minute: to.minute }),
    durationMinutes,
    repeat: ruleOf(moved, begins),
    except: entry.except.map((date) => (isOfDay(date) ? daysLater(date, days) : date)),
  };
}
