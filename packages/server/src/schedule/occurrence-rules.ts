import type { ScheduleEntry } from "@neonrelay/contract";
import { dayOfSameWeek, holidaysBetween, type HolidayTimes } from "./holiday-rules.ts";
import { addDays, addMinutes, localDateOf, momentOf } from "./local-time-rules.ts";
import { listDates } from "./repeat-rules.ts";

/** The fields of a schedule entry that affect what is on. */
export type EntryTimes = Omit<ScheduleEntry, "version">;

/** One occurrence of an entry. */
export interface OccurrenceTime {
  readonly entry: EntryTimes;
  /** The local start date by the rule. */
  readonly date: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A part of an occurrence that is on, not covered by anything with higher precedence. */
interface OnAirPart {
  readonly occurrence: OccurrenceTime;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Occurrences that overlap a span, by start. */
export function listOccurrences({
  entries,
  holidays,
  timeZone,
  fromMs,
  untilMs,
}: Span & {
  readonly entries: readonly EntryTimes[];
  readonly holidays: readonly HolidayTimes[];
  readonly timeZone: string;
}): readonly OccurrenceTime[] {
  // An entry lasts at most a day, and a local day may have 25 hours.
  const fromDate = addDays(localDateOf(fromMs, timeZone), -2);
  const untilDate = localDateOf(untilMs, timeZone);
  const days = holidaysBetween(holidays, { fromDate, untilDate });
  const usual = entries.flatMap((entry) =>
    datesOf(entry, days, { fromDate, untilDate }).map((date) => ({
      entry,
      date,
      ...timesOf(entry, date, timeZone),
    })),
  );
  return [...usual, ...clockDays(days, timeZone)]
    .filter((occurrence) => occurrence.fromMs < occurrence.untilMs)
    .filter((occurrence) => occurrence.fromMs < untilMs && occurrence.untilMs > fromMs)
    .toSorted((a, b) => a.fromMs - b.fromMs || comparePrecedence(a, b));
}

/**
 * [T2] When an entry is on: both ends are local times, even if the clocks change in between. A repeating entry within a
 * skipped hour is not on that day; a one-time entry follows the gap with its full length.
 */
function timesOf(
  { startsAt, durationMinutes, repeat }: EntryTimes,
  date: string,
  timeZone: string,
): Span {
  const begins = `${date}${startsAt.slice(date.length)}`;
  const fromMs = momentOf(begins, timeZone);
  const untilMs = momentOf(addMinutes(begins, durationMinutes), timeZone);
  const isSkipped = untilMs <= fromMs && repeat === null;
  return { fromMs, untilMs: isSkipped ? fromMs + durationMinutes * 60_000 : untilMs };
}

/** Whether an entry begins on a day. */
export function beginsOn(
  entry: EntryTimes,
  { date, holidays }: { readonly date: string; readonly holidays: readonly HolidayTimes[] },
): boolean {
  const dates = { fromDate: date, untilDate: date };
  return datesOf(entry, holidaysBetween(holidays, dates), dates).length > 0;
}

/** The days on which an entry begins. Repeating entries follow the holidays; one-time entries don't. */
function datesOf(
  entry: EntryTimes,
  holidays: ReadonlyMap<string, HolidayTimes>,
  dates: { readonly fromDate: string; readonly untilDate: string },
): readonly string[] {
  const listed = listDates(entry, dates);
  if (entry.repeat === null || holidays.size === 0) return listed;
  const usual = listed.filter((date) => (holidays.get(date)?.day.kind ?? "usual") === "usual");
  const others = [...holidays].flatMap(([date, { day }]) => {
    if (
      day.kind !== "weekday" ||
      entry.except.includes(date) ||
      date < entry.startsAt.slice(0, date.length)
    )
      return [];
    const like = dayOfSameWeek(date, day.weekday);
    const found = listDates({ ...entry, except: [] }, { fromDate: like, untilDate: like });
    return found.length === 0 ? [] : date;
  });
  return [...usual, ...others];
}

/** Below everything else: one-time entries on a holiday, and overruns from the day before, take precedence. */
const ALL_DAY_PRIORITY = -1;

/** The clocks that fill whole holidays. */
function clockDays(
  holidays: ReadonlyMap<string, HolidayTimes>,
  timeZone: string,
): readonly OccurrenceTime[] {
  return [...holidays].flatMap(([date, { id, day }]) => {
    if (day.kind !== "clock") return [];
    const startsAt = `${date}T00:00:00`;
    return {
      entry: {
        id,
        what: day,
        startsAt,
        durationMinutes: 1440,
        repeat: null,
        except: [],
        priority: ALL_DAY_PRIORITY,
      },
      date,
      fromMs: momentOf(startsAt, timeZone),
      untilMs: momentOf(`${addDays(date, 1)}T00:00:00`, timeZone),
    };
  });
}

/**
 * Which of two overlapping occurrences is on: the higher priority, then the one-time entry, the later start, the lower
 * id.
 * @returns negative when `a` is
 */
function comparePrecedence(a: OccurrenceTime, b: OccurrenceTime): number {
  return (
    b.entry.priority - a.entry.priority ||
    Number(a.entry.repeat !== null) - Number(b.entry.repeat !== null) ||
    b.fromMs - a.fromMs ||
    (a.entry.id < b.entry.id ? -1 : Number(a.entry.id > b.entry.id))
  );
}

/** Resolves overlaps: what is on when, by time, with gaps where nothing is on. */
export function decideOverlaps(occurrences: readonly OccurrenceTime[]): readonly OnAirPart[] {
  const times = [...new Set(occurrences.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]))];
  times.sort((a, b) => a - b);
  const waiting = occurrences.toSorted((a, b) => a.fromMs - b.fromMs);
  const parts: OnAirPart[] = [];
  let running: OccurrenceTime[] = [];
  let next = 0;
  times.forEach((fromMs, index) => {
    running = running.filter((occurrence) => occurrence.untilMs > fromMs);
    for (let each = waiting[next]; each?.fromMs === fromMs; each = waiting[next]) {
      running.push(each);
      next += 1;
    }
    const [first, ...others] = running;
    const untilMs = times[index + 1];
    if (first === undefined || untilMs === undefined) return;
    const occurrence = others.reduce(
      (best, each) => (comparePrecedence(each, best) < 0 ? each : best),
      first,
    );
    const last = parts.at(-1);
    if (last?.occurrence === occurrence && last.untilMs === fromMs)
      parts[parts.length - 1] = { ...last, untilMs };
    else parts.push({ occurrence, fromMs, untilMs });
  });
  return parts;
}

export interface Coverage {
  readonly covered: "no" | "partly" | "whole";
  /** The first occurrence that is on instead; null: none. */
  readonly coveredBy: OccurrenceTime | null;
}

/** How long each occurrence is on. */
export function coverageOf(
  occurrences: readonly OccurrenceTime[],
  parts: readonly OnAirPart[],
): ReadonlyMap<OccurrenceTime, Coverage> {
  const onMs = new Map<OccurrenceTime, number>();
  for (const { occurrence, fromMs, untilMs } of parts)
    onMs.set(occurrence, (onMs.get(occurrence) ?? 0) + untilMs - fromMs);
  return new Map(
    occurrences.map((occurrence): [OccurrenceTime, Coverage] => {
      const ownMs = onMs.get(occurrence) ?? 0;
      if (ownMs === occurrence.untilMs - occurrence.fromMs)
        return [occurrence, { covered: "no", coveredBy: null }];
      const covering = parts.find(
        (part) =>
          part.occurrence !== occurrence &&
          part.fromMs < occurrence.untilMs &&
          part.untilMs > occurrence.fromMs,
      );
      const coveredBy = covering?.occurrence ?? null;
      return [occurrence, { covered: ownMs === 0 ? "whole" : "partly", coveredBy }];
    }),
  );
}
