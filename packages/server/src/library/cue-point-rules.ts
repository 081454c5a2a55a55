import type { CuePoints } from "@neonrelay/on-air/protocol";

/** Cue points of a track in ms; null: neither measured nor set. */
export interface KnownCues {
  /** null: the track was never measured; so are the other two then. */
  readonly cueInMs: number | null;
  /** null: at the end of the file. */
  readonly cueOutMs: number | null;
  readonly startNextMs: number | null;
  /** As an operator wants them. */
  readonly userCueInMs: number | null;
  readonly userCueOutMs: number | null;
  readonly userStartNextMs: number | null;
}

/** [P14] The cue points a track is played with: the operator's where there are some, else what was measured. */
export function decideCues(cues: KnownCues): CuePoints | null {
  const { userCueInMs, userCueOutMs, userStartNextMs } = cues;
  const isUsers = userCueInMs !== null || userCueOutMs !== null || userStartNextMs !== null;
  if (cues.cueInMs === null && !isUsers) return null;
  const cueInMs = userCueInMs ?? cues.cueInMs ?? 0;
  const cueOutMs = userCueOutMs ?? cues.cueOutMs;
  const points = { cueInMs, cueOutMs };
  if (userStartNextMs !== null) return { ...points, startNextMs: userStartNextMs, isDecay: false };
  // In front of a cue-out of the operator's the sound may not have died away.
  if (
    cues.startNextMs === null ||
    cues.startNextMs > (userCueOutMs ?? Infinity) ||
    cues.startNextMs <= (userCueInMs ?? -1)
  )
    return { ...points, startNextMs: null, isDecay: false };
  return { ...points, startNextMs: cues.startNextMs, isDecay: true };
}

/** [P25] The same with an operator's fades. */
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
    // A fade-out needs an end to lead to.
    cueOutMs: userFadeOutMs === null ? cueOutMs : (cueOutMs ?? durationMs),
    ...(userFadeInMs !== null && { fadeInMs: userFadeInMs }),
    ...(userFadeOutMs !== null && { fadeOutMs: userFadeOutMs }),
  };
}
