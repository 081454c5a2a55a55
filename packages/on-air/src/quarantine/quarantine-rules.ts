import type { PlayableTrack } from "../protocol/index.ts";

/** How often a track's file has hung or crashed the engine. */
export interface Strikes {
  readonly trackId: string;
  /** Strikes count only for this file. */
  readonly path: string;
  readonly count: number;
  /** When the last one was, wall clock; null: not recorded by an older release. */
  readonly atMs: number | null;
}

/** [P93] A track with this many is no longer played. */
const MAX_STRIKES = 2;
const MAX_STRUCK_TRACKS = 500;

export const QUARANTINED = "It hung or crashed the audio engine twice, and is kept off the air";

type Struck = Pick<PlayableTrack, "trackId" | "path">;

/** Tracks kept off air, as operators see them. */
export function quarantined(
  strikes: readonly Strikes[],
): readonly (Omit<Strikes, "count"> & { readonly reason: string })[] {
  return strikes
    .filter(({ count }) => count >= MAX_STRIKES)
    .map(({ trackId, path, atMs }) => ({ trackId, path, atMs, reason: QUARANTINED }));
}

export function isQuarantined(strikes: readonly Strikes[], track: Struck): boolean {
  return countOf(strikes, track) >= MAX_STRIKES;
}

/** The strikes after one more for that track; the oldest are forgotten first. */
export function strike(
  strikes: readonly Strikes[],
  track: Struck,
  atMs: number,
): readonly Strikes[] {
  const { trackId, path } = track;
  const others = strikes.filter((other) => other.trackId !== trackId);
  const all = [...others, { trackId, path, count: countOf(strikes, track) + 1, atMs }];
  return all.slice(-MAX_STRUCK_TRACKS);
}

/** The strikes after an operator allowed another try of that track: the next engine it costs quarantines it again. */
export function giveAnotherTry(strikes: readonly Strikes[], trackId: string): readonly Strikes[] {
  return strikes.map((struck) =>
    struck.trackId === trackId && struck.count >= MAX_STRIKES
      ? { ...struck, count: MAX_STRIKES - 1 }
      : struck,
  );
}

/** The strikes after that track has been played to its end. */
export function forgive(strikes: readonly Strikes[], { trackId }: Struck): readonly Strikes[] {
  return strikes.some((struck) => struck.trackId === trackId)
    ? strikes.filter((struck) => struck.trackId !== trackId)
    : strikes;
}

function countOf(strikes: readonly Strikes[], { trackId, path }: Struck): number {
  return strikes.find((struck) => struck.trackId === trackId && struck.path === path)?.count ?? 0;
}
