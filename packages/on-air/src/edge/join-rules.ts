/** Consecutive matching frames that count as the same audio. */
const RECOGNISED_FRAMES = 6;
/** Play missed sound only if listeners end up no further behind than this, in ms. */
const MAX_BEHIND_MS = 4000;

/**
 * Where to continue in the first sound of a new connection to the master.
 * @param coming digests of the first frames, the burst
 * @param had digests of the newest frames put on air, newest last; empty at first
 * @param overdueMs how much sound is due but not yet on air; negative: how far we are ahead
 * @returns index of the first frame to put on air
 */
export function firstToTake({
  coming,
  had,
  frameMs,
  overdueMs,
}: {
  readonly coming: readonly string[];
  readonly had: readonly string[];
  readonly frameMs: number;
  readonly overdueMs: number;
}): number {
  const known = behindKnown(coming, had);
  if (known !== null && (coming.length - known) * frameMs - overdueMs <= MAX_BEHIND_MS)
    return known;
  const room = Math.max(0, Math.floor(overdueMs / frameMs));
  return Math.max(0, coming.length - room);
}

/** The frame after the last known ones; null if they have gone by, or occur more than once, as in silence. */
function behindKnown(coming: readonly string[], had: readonly string[]): number | null {
  const last = had.slice(-RECOGNISED_FRAMES);
  if (last.length < RECOGNISED_FRAMES) return null;
  const places = coming.flatMap((_, end) => {
    const start = end + 1 - last.length;
    return start >= 0 && last.every((digest, index) => coming[start + index] === digest)
      ? [end + 1]
      : [];
  });
  const [place] = places;
  return places.length === 1 && place !== undefined ? place : null;
}
