import type { SpotAiring } from "@neonrelay/contract";
import { outcomeOf, type StoredAiring } from "./spot-rules.ts";

/** Returns the number of a slot in its clock; null: removed. */
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
    isBreak: reason?.rule === "unknown" ? null : reason?.rule === "break",
    plannedAt: plannedAtMs === null ? null : toIso(plannedAtMs),
    airedAt: toIso(stored.startedAtMs),
    lengthMs,
    playedMs: playedMs === null ? null : Math.round(playedMs),
    outcome: outcomeOf(stored),
    listeners,
  };
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
