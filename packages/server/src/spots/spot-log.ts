import type { SpotAiring, SpotLog } from "@neonrelay/contract";
import { localDateOf } from "../schedule/local-time-rules.ts";
import { outcomeOf, type StoredAiring } from "./spot-rules.ts";

/** The number of a slot in its clock; null: removed. */
export type FindSlot = (clockId: string, slotId: string) => number | null;

export function toAiring(stored: StoredAiring, findSlot: FindSlot): SpotAiring {
  const { id, trackId, title, artist, lengthMs, listeners, reason, plannedAtMs, playedMs } = stored;
  const clock = reason?.clock ?? null;
  const slotId = reason?.slotId ?? null;
  return {
    id,
    trackId,
    title,
    artist,
    show: reason?.show ?? null,
    clock,
    slotNumber: clock === null || slotId === null ? null : findSlot(clock.id, slotId),
    isBreak: reason?.rule === "break",
    plannedAt: plannedAtMs === null ? null : toIso(plannedAtMs),
    airedAt: toIso(stored.startedAtMs),
    lengthMs,
    playedMs: playedMs === null ? null : Math.round(playedMs),
    outcome: outcomeOf(stored),
    listeners,
  };
}

/** How often each spot was on air on each day; a spot on air counts once it is over. */
export function countDays(
  airings: readonly SpotAiring[],
  timeZone: string,
): readonly SpotLog["days"][number][] {
  const days = new Map<string, SpotLog["days"][number]>();
  for (const { trackId, title, artist, airedAt, outcome } of airings) {
    if (outcome === "on-air") continue;
    const date = localDateOf(Date.parse(airedAt), timeZone);
    const key = JSON.stringify([date, trackId, title, artist]);
    const day = days.get(key) ?? { date, title, artist, whole: 0, cut: 0 };
    days.set(key, { ...day, [outcome]: day[outcome] + 1 });
  }
  return [...days.values()].toSorted(
    (a, b) => b.date.localeCompare(a.date) || a.title.localeCompare(b.title),
  );
}

/** The spots among them that are still in the library, by title. */
export function spotsOf(airings: readonly SpotAiring[]): readonly SpotLog["spots"][number][] {
  const spots = new Map<string, SpotLog["spots"][number]>();
  for (const { trackId, title, artist } of airings)
    if (trackId !== null && !spots.has(trackId)) spots.set(trackId, { trackId, title, artist });
  return [...spots.values()].toSorted((a, b) => a.title.localeCompare(b.title));
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
