import type { PlanReason, SpotAiring } from "@neonrelay/contract";

/** An aired spot, as stored. */
export interface StoredAiring {
  readonly id: string;
  readonly trackId: string | null;
  readonly title: string;
  readonly artist: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly playedMs: number | null;
  readonly endReason: string | null;
  readonly reason: PlanReason | null;
  readonly plannedAtMs: number | null;
  readonly lengthMs: number;
  readonly listeners: number | null;
}

/** A spot that ends this little early counts as heard in full, in ms. */
export const NEAR_END_MS = 250;
/** Playout runs up to a few seconds ahead. For an older play the current number of listeners says nothing, in ms. */
const NEWS_MS = 10_000;

/** Whether a play belongs in the log: its track is a spot, or it came from a spot break. */
export function isSpot(
  contentKind: string | undefined,
  reason: Pick<PlanReason, "rule"> | undefined,
): boolean {
  return contentKind === "spot" || reason?.rule === "break";
}

/** When a spot was due: at the time of its slot, else when the plan last expected it. */
export function plannedAt({
  startsAtMs,
  reason: { start },
}: {
  readonly startsAtMs: number;
  readonly reason: Pick<PlanReason, "start">;
}): number {
  switch (start.kind) {
    case "exact":
      return Date.parse(start.at);
    case "soft":
    case "window":
      return Date.parse(start.from);
    case "follow":
      return Math.round(startsAtMs);
    default:
      return start satisfies never;
  }
}

/** @returns null when the play began too long ago, or in the future by a wrong clock */
export function listenersAt(
  listeners: number | null,
  { startedAtMs, nowMs }: { readonly startedAtMs: number; readonly nowMs: number },
): number | null {
  return Math.abs(nowMs - startedAtMs) > NEWS_MS ? null : listeners;
}

export function outcomeOf({
  endReason,
  playedMs,
  lengthMs,
}: Pick<StoredAiring, "endReason" | "playedMs" | "lengthMs">): SpotAiring["outcome"] {
  if (endReason === null) return "on-air";
  return (playedMs ?? 0) >= lengthMs - NEAR_END_MS ? "whole" : "cut";
}
