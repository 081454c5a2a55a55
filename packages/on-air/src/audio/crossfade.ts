/** Gain of the incoming sound; `phase` runs from 0 to 1 through an equal-power fade. */
export function gainIn(phase: number): number {
  return Math.sin((phase * Math.PI) / 2);
}

/** Gain of the outgoing sound; the squares of both gains add to 1. */
export function gainOut(phase: number): number {
  return Math.cos((phase * Math.PI) / 2);
}

/**
 * Length of a crossfade: at most half of the shorter track, so that each is heard alone.
 * @param lengths of the two tracks in samples; undefined (unknown) counts as long
 */
export function overlapSamples(
  wantedSamples: number,
  lengths: readonly (number | undefined)[],
): number {
  return Math.floor(Math.min(wantedSamples, ...lengths.map((length) => (length ?? Infinity) / 2)));
}
