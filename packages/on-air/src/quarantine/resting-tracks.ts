import { MAX_ROTATION_TRACKS } from "../protocol/index.ts";

/** A track whose file could not be read is left alone for this long. */
const REST_MS = 60_000;

/** The tracks that could not be read lately. */
export class RestingTracks {
  readonly #untilMs = new Map<string, number>();

  rest(trackId: string): void {
    if (this.#untilMs.size >= MAX_ROTATION_TRACKS) this.#untilMs.clear();
    this.#untilMs.set(trackId, performance.now() + REST_MS);
  }

  /** Ids of those that rest now. */
  get now(): ReadonlySet<string> {
    return stillResting(this.#untilMs, performance.now());
  }
}

/** The tracks to leave alone at that time; both times are of one clock, in ms. */
export function stillResting(
  untilMsByTrack: ReadonlyMap<string, number>,
  nowMs: number,
): ReadonlySet<string> {
  const resting = [...untilMsByTrack].filter(([, untilMs]) => untilMs > nowMs);
  return new Set(resting.map(([trackId]) => trackId));
}
