import { localMoment } from "../week/zone-time.ts";

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = 15 * 60_000;
/** Upper bound for a time zone's distance from UTC. */
const FARTHEST_MS = 15 * 60 * 60_000;

/**
 * The moment at which an hour starts in the station's time zone.
 * @param date 'YYYY-MM-DD'
 * @returns undefined for an hour that the clocks skip on that day, and for an invalid date
 */
export function momentOfHour(
  { date, hour }: { readonly date: string; readonly hour: number },
  timeZone: string,
): string | undefined {
  const nearMs = Date.parse(`${date}T00:00:00Z`) + hour * 60 * 60_000;
  if (Number.isNaN(nearMs)) return undefined;
  for (let atMs = nearMs - FARTHEST_MS; atMs <= nearMs + FARTHEST_MS; atMs += QUARTER_MS) {
    const local = localMoment(atMs, timeZone);
    if (local.date === date && Math.floor(local.minute / 60) === hour)
      return new Date(atMs).toISOString();
  }
  return undefined;
}

/** The next full hour in the station's time zone. */
export function comingHour(
  nowMs: number,
  timeZone: string,
): { readonly date: string; readonly hour: number } {
  const { date, minute } = localMoment(nowMs + HOUR_MS, timeZone);
  return { date, hour: Math.floor(minute / 60) };
}

/** '14:05:09' in a time zone. */
export function timeInZone(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "medium" }).format(Date.parse(at));
}
