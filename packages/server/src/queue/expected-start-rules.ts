import type { OnAirStatus } from "@neonrelay/on-air/protocol";
import { decideCues, type KnownCues } from "../library/cue-point-rules.ts";

/** When an entry of the queue comes on air, as far as that is known. */
export type ExpectedStart =
  | { readonly kind: "in"; readonly waitMs: number }
  | { readonly kind: "paused" }
  /** What is on air, or an entry before this one, has no known end: a DJ or an external stream. */
  | { readonly kind: "unknown" };

/** As far as it matters how long a track is on air. */
export interface AiredTrack extends KnownCues {
  readonly kind: "file" | "stream";
  readonly durationMs: number;
}

/** @param ahead what waits before it, in any order @param status null: on-air can't be asked */
export function expectStart({
  status,
  ahead,
  nowMs,
}: {
  readonly status: Pick<OnAirStatus, "now" | "source" | "positionMs" | "atMs"> | null;
  readonly ahead: readonly AiredTrack[];
  /** Wall clock. */
  readonly nowMs: number;
}): ExpectedStart {
  if (status === null) return { kind: "unknown" };
  if (status.source === "paused") return { kind: "paused" };
  const { now } = status;
  if (now !== null && (now.kind !== "library" || now.durationMs === null))
    return { kind: "unknown" };
  if (ahead.some(({ kind }) => kind === "stream")) return { kind: "unknown" };
  const positionMs = status.positionMs + (nowMs - status.atMs);
  const leftMs =
    now === null || now.durationMs === null
      ? 0
      : Math.max(now.audioStartMs + now.durationMs - positionMs, 0);
  return { kind: "in", waitMs: ahead.reduce((sum, track) => sum + airTimeMs(track), leftMs) };
}

/** How long a track is on air before the next one begins. */
function airTimeMs(track: AiredTrack): number {
  const cues = decideCues(track);
  const endMs = cues?.startNextMs ?? cues?.cueOutMs ?? track.durationMs;
  return Math.max(endMs - (cues?.cueInMs ?? 0), 0);
}
