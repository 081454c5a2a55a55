import type { PlanReason } from "@neonrelay/contract";
import type { AiredPlay } from "@neonrelay/on-air/protocol";
import type { Connection } from "../database/database.ts";
import { airTimeMs } from "../library/cue-point-rules.ts";
import { findTrack } from "../library/track-store.ts";
import { isSpot, listenersAt, plannedAt } from "./spot-rules.ts";
import { insertAiring } from "./spot-store.ts";

/** Logs a stored play if it is a spot. @param item of the plan, when it came from there */
export async function recordSpot(
  transaction: Connection,
  {
    play: { playId, trackId, startedAtMs },
    item,
    listeners,
  }: {
    readonly play: AiredPlay;
    readonly item: { readonly startsAtMs: number; readonly reason: PlanReason } | undefined;
    readonly listeners: number | null;
  },
): Promise<void> {
  if (trackId === null) return;
  const track = await findTrack(transaction, trackId);
  if (track === null || !isSpot(track.contentKind, item?.reason)) return;
  await insertAiring(transaction, {
    playId,
    plannedAtMs: item === undefined ? null : plannedAt(item),
    lengthMs: Math.round(airTimeMs(track)),
    listeners: listenersAt(listeners, { startedAtMs, nowMs: Date.now() }),
  });
}
