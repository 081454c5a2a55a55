import { SHORTEST_HEARD_MS, type ContentKind } from "@neonrelay/contract";
import type { CuePoints } from "@neonrelay/on-air/protocol";

/** Cue points of a track in ms; null: neither measured nor set. */
export interface KnownCues {
  /** null: the track was never measured, and the other two are null as well. */
  readonly cueInMs: number | null;
  /** null: at the end of the file. */
  readonly cueOutMs: number | null;
  readonly startNextMs: number | null;
  /** Set by an operator. */
  readonly userCueInMs: number | null;
  readonly userCueOutMs: number | null;
  readonly userStartNextMs: number | null;
}

/** A track to play, with the cue points known for it. */
export interface CuedSound extends KnownCues {
  readonly contentKind: ContentKind;
  /** 0: unknown. */
  readonly durationMs: number;
}

/**
 * [P14] The cue points a track plays with: the operator's where set, otherwise the measured ones. Speech and spots play
 * to their cue-out.
 */
export function decideCues(track: CuedSound): CuePoints | null {
  const cues = leavesSound(track) ? track : { ...track, ...nobodys };
  const { userCueInMs, userCueOutMs, userStartNextMs } = cues;
  const isUsers = userCueInMs !== null || userCueOutMs !== null || userStartNextMs !== null;
  if (cues.cueInMs === null && !isUsers) return null;
  const cueInMs = userCueInMs ?? cues.cueInMs ?? 0;
  const cueOutMs = userCueOutMs ?? cues.cueOutMs;
  const points = { cueInMs, cueOutMs };
  if (userStartNextMs !== null) return { ...points, startNextMs: userStartNextMs, isDecay: false };
  if (cues.contentKind === "speech" || cues.contentKind === "spot")
    return { ...points, startNextMs: cueOutMs ?? cues.durationMs, isDecay: true };
  // With an operator's earlier cue-out the sound may not have died away yet.
  if (
    cues.startNextMs === null ||
    cues.startNextMs > (userCueOutMs ?? Infinity) ||
    cues.startNextMs <= (userCueInMs ?? -1)
  )
    return { ...points, startNextMs: null, isDecay: false };
  return { ...points, startNextMs: cues.startNextMs, isDecay: true };
}

const nobodys = { userCueInMs: null, userCueOutMs: null, userStartNextMs: null };

/** False when an operator's cue points, set for another file perhaps, leave nothing audible: they are ignored then. */
function leavesSound({ cueInMs, cueOutMs, userCueInMs, userCueOutMs, durationMs }: CuedSound) {
  const endMs = Math.min(
    userCueOutMs ?? cueOutMs ?? Infinity,
    durationMs > 0 ? durationMs : Infinity,
  );
  return endMs - (userCueInMs ?? cueInMs ?? 0) >= Math.min(SHORTEST_HEARD_MS, endMs);
}

/** Time on air before the next track begins, in ms. */
export function airTimeMs(track: CuedSound): number {
  const cues = decideCues(track);
  const endMs = cues?.startNextMs ?? cues?.cueOutMs ?? track.durationMs;
  return Math.max(endMs - (cues?.cueInMs ?? 0), 0);
}

/** [P25] Adds an operator's fades. */
export function withFades(
  points: CuePoints | null,
  {
    userFadeInMs,
    userFadeOutMs,
    durationMs,
  }: {
    readonly userFadeInMs: number | null;
    readonly userFadeOutMs: number | null;
    readonly durationMs: number;
  },
): CuePoints | null {
  if (userFadeInMs === null && userFadeOutMs === null) return points;
  const whole = { cueInMs: 0, cueOutMs: null, startNextMs: null, isDecay: false };
  const { cueOutMs, ...known } = points ?? whole;
  return {
    ...known,
    // A fade-out needs a known end.
    cueOutMs: userFadeOutMs === null ? cueOutMs : (cueOutMs ?? durationMs),
    ...(userFadeInMs !== null && { fadeInMs: userFadeInMs }),
    ...(userFadeOutMs !== null && { fadeOutMs: userFadeOutMs }),
  };
}
