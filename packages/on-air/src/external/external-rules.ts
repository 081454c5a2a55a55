import type { StartedPlay } from "../playout/plays.ts";
import type { PlayableTrack } from "../protocol/index.ts";

/** How long before its turn a stream is connected. */
const LEAD_MS = 20_000;
/** A connected stream turns out to be needed later than this: disconnect, or the buffered sound would get old. */
export const LEAVE_MS = 45_000;
/** A stream unavailable for this long is dropped. */
export const GIVE_UP_MS = 300_000;
/** Overlap with the next track when the ending has no cue points. */
const OVERLAP_MS = 4000;

const PAUSES_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** How long to wait after that many consecutive failures. */
export function pauseMs(failures: number): number {
  return PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0;
}

/**
 * How long until the next play is needed, in ms; Infinity when unknown.
 * @param heardMs how far the play on air has got
 */
export function neededInMs({
  current,
  heardMs,
  limitMs,
}: {
  /** null: nothing is on air. */
  readonly current: StartedPlay | null;
  readonly heardMs: number;
  /** For a stream on air. */
  readonly limitMs: number;
}): number {
  if (current === null) return 0;
  if (current.kind === "live") return Infinity;
  const endMs = current.track.kind === "stream" ? limitMs : nextStartMs(current.track);
  return Math.max(0, endMs - heardMs);
}

/** Where in a track the next starts; at once when unknown. */
function nextStartMs({ cues, durationMs }: PlayableTrack): number {
  return cues?.startNextMs ?? (cues?.cueOutMs ?? durationMs ?? 0) - OVERLAP_MS;
}

type StreamStep = "wait" | "connect" | "leave" | "give-up";

/** What to do about the next stream. */
export function decideStep({
  state,
  neededInMs,
  failingSinceMs,
  retryAtMs,
  nowMs,
}: {
  /** `none`: there is no connection. */
  readonly state: "none" | "opening" | "ready";
  /** Until it should be heard; Infinity when unknown. */
  readonly neededInMs: number;
  /** When it first failed; null: it has not. All times are from one clock, in ms. */
  readonly failingSinceMs: number | null;
  readonly retryAtMs: number;
  readonly nowMs: number;
}): StreamStep {
  switch (state) {
    case "opening":
      return "wait";
    case "ready":
      return neededInMs > LEAVE_MS ? "leave" : "wait";
    case "none":
      if (failingSinceMs === null) return neededInMs <= LEAD_MS ? "connect" : "wait";
      if (nowMs < retryAtMs) return "wait";
      return nowMs - failingSinceMs >= GIVE_UP_MS ? "give-up" : "connect";
    default:
      return state satisfies never;
  }
}
