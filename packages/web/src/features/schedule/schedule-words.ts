import type { ShowDate } from "./on-now-data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** After a week, a weekday would be ambiguous. */
const MAX_WEEKDAY_DAYS = 6;

/** The shows of one day in a time zone, soonest first. */
export interface ScheduleDay {
  /** '2027-03-01' */
  readonly key: string;
  /** 'Today', 'Tomorrow' or 'Wednesday, March 3' */
  readonly name: string;
  /** Name of the holiday, if any. */
  readonly holiday: string | undefined;
  readonly shows: readonly ShowDate[];
}

/** '21:04' */
export function formatTimeIn(timeZone: string, at: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(
    new Date(at),
  );
}

/** '21:04' today, 'Mon 21:04' within a week, 'Mar 1, 21:04' later. */
export function formatSoon(timeZone: string, at: string, nowMs: number): string {
  const time = formatTimeIn(timeZone, at);
  const days = daysBetween(dayKey(timeZone, nowMs), dayKey(timeZone, Date.parse(at)));
  if (days === 0) return time;
  if (days > 0 && days <= MAX_WEEKDAY_DAYS)
    return `${part(timeZone, at, { weekday: "short" })} ${time}`;
  return `${part(timeZone, at, { month: "short", day: "numeric" })}, ${time}`;
}

/** 'Monday, March 1, 20:00 to 22:00' */
export function formatDate(
  timeZone: string,
  { startsAt, endsAt }: Pick<ShowDate, "startsAt" | "endsAt">,
): string {
  const day = part(timeZone, startsAt, { weekday: "long", month: "long", day: "numeric" });
  return `${day}, ${formatTimeIn(timeZone, startsAt)} to ${formatTimeIn(timeZone, endsAt)}`;
}

/**
 * Current and coming shows, by the day on which they start; those that started before today count as today. Days
 * without shows are included if they are holidays.
 */
export function groupByDay(
  shows: readonly ShowDate[],
  {
    timeZone,
    nowMs,
    days,
    holidays,
  }: {
    readonly timeZone: string;
    readonly nowMs: number;
    readonly days: number;
    /** Holiday names by date. */
    readonly holidays: ReadonlyMap<string, string>;
  },
): readonly ScheduleDay[] {
  const today = dayKey(timeZone, nowMs);
  const isShown = (key: string) => key >= today && daysBetween(today, key) < days;
  const byDay = new Map<string, ShowDate[]>(
    [...holidays.keys()].filter(isShown).map((key) => [key, []]),
  );
  for (const show of shows) {
    if (show.covered === "whole" || Date.parse(show.endsAt) <= nowMs) continue;
    const key = dayKey(timeZone, Math.max(Date.parse(show.startsAt), nowMs));
    if (!isShown(key)) continue;
    byDay.set(key, [...(byDay.get(key) ?? []), show]);
  }
  return [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofDay]) => ({
      key,
      name: dayName(key, today),
      holiday: holidays.get(key),
      shows: ofDay,
    }));
}

/** 'With Vega, Ada and Lux'; undefined without a host. */
export function hostWords(hosts: readonly string[]): string | undefined {
  if (hosts.length === 0) return undefined;
  return `With ${new Intl.ListFormat("en", { type: "conjunction" }).format(hosts)}`;
}

function dayName(key: string, today: string): string {
  const days = daysBetween(today, key);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return part("UTC", `${key}T12:00:00Z`, { weekday: "long", month: "long", day: "numeric" });
}

/** '2027-03-01': the local date at that moment. */
function dayKey(timeZone: string, atMs: number): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(atMs);
}

function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);
}

function part(timeZone: string, at: string, shown: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, ...shown }).format(new Date(at));
}
