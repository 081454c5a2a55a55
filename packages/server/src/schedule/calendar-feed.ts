import ical from "ical-generator";
import type { ScheduleChanges } from "./change-store.ts";
import type { OnAirOccurrence } from "./place-occurrences.ts";

/**
 * The schedule as iCalendar: one event per occurrence, with times in UTC, so that every calendar shows the right hour.
 * The UID depends on the entry and the day. Without a METHOD, DTSTAMP is the time of the last change, RFC 5545
 * §3.8.7.2.
 * @param origin scheme, host and port of the station, for links
 */
export function calendarOf({
  name,
  stationId,
  origin,
  parts,
  changes,
}: {
  readonly name: string;
  /** Part of each UID, so that calendars of two stations don't collide. */
  readonly stationId: string;
  readonly origin: string;
  readonly parts: readonly OnAirOccurrence[];
  readonly changes: ScheduleChanges;
}): string {
  const calendar = ical({
    name,
    prodId: { company: "Neon Relay", product: "schedule" },
    ttl: 3600,
  });
  const seen = new Map<string, number>();
  for (const { occurrence, fromMs, untilMs } of parts) {
    const { show, entryId, date } = occurrence;
    if (show === null) continue;
    const key = `${entryId}-${date}`;
    // An occurrence is split in two by another entry in its middle.
    const part = (seen.get(key) ?? 0) + 1;
    seen.set(key, part);
    const changedAtMs = Math.max(changes.timesMs, changes.showsMs.get(show.id) ?? 0);
    calendar.createEvent({
      id: `${key}${part === 1 ? "" : `-${part}`}@${stationId}`,
      stamp: new Date(changedAtMs),
      lastModified: new Date(changedAtMs),
      sequence: sequenceOf({ changedAtMs, madeAtMs: changes.entriesMs.get(entryId) ?? 0 }),
      start: new Date(fromMs),
      end: new Date(untilMs),
      summary: show.name,
      description: show.hosts.length === 0 ? null : `With ${show.hosts.join(", ")}`,
      url: `${origin}/shows/${show.slug}`,
    });
  }
  return calendar.toString();
}

/** Starts at 0 and counts seconds, so that it only grows; fits into 31 bits for 68 years. RFC 5545 §3.8.7.4. */
function sequenceOf({
  changedAtMs,
  madeAtMs,
}: {
  readonly changedAtMs: number;
  /** When the entry was created. */
  readonly madeAtMs: number;
}): number {
  return Math.max(Math.floor((changedAtMs - madeAtMs) / 1000), 0);
}
