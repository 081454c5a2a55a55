import { MAX_ROTATION_TRACKS, type PlayableTrack } from "../protocol/index.ts";

/** How long a track with an unreadable file is left alone. */
const REST_MS = 60_000;
/** [P91] This many silent tracks in a row are no accident: the library or its decoder is silent. */
const MAX_IN_A_ROW = 3;
/** The reason given for a silent track; the engine detects it (see `play.silent`). */
export const SILENT_TRACK = "It was silent for 8 s";

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

/** Counts the tracks taken off air because they were silent. */
export class SilentTracks {
  #playId: string | null = null;
  #inARow = 0;

  /** That play is silent. @returns what plays instead */
  record(playId: string): "next-track" | "emergency-loop" {
    this.#playId = playId;
    this.#inARow += 1;
    return this.#inARow >= MAX_IN_A_ROW ? "emergency-loop" : "next-track";
  }

  /** @returns whether that play ended because it was silent */
  ended(playId: string): boolean {
    const wasSilent = this.#playId === playId;
    if (!wasSilent) this.#inARow = 0;
    return wasSilent;
  }
}
