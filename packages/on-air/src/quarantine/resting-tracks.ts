import { MAX_ROTATION_TRACKS } from "../protocol/index.ts";

/** How long a track with an unreadable file is left alone. */
const REST_MS = 60_000;

/** Tracks that were unreadable lately. */
export class RestingTracks {
  readonly #untilMs = new Map<string, number>();

  rest(trackId: string): void {
    if (this.#untilMs.size >= MAX_ROTATION_TRACKS) this.#untilMs.clear();
    this.#untilMs.set(trackId, performance.now() + REST_MS);
  }

  /** Ids of tracks resting now. */
  get now(): ReadonlySet<string> {
    return stillResting(this.#untilMs, performance.now());
  }
}

/** The tracks to leave alone at that time; both times are from one clock, in ms. */
export function stillResting(
  untilMsByTrack: ReadonlyMap<string, number>,
  nowMs: number,
): ReadonlySet<string> {
  const resting = [...untilMsByTrack].filter(([, untilMs]) => untilMs > nowMs);
  return new Set(resting.map(([trackId]) => trackId));
}
