/** So many frames in a row are the same sound. */
const RECOGNISED_FRAMES = 6;
/** Sound that was missed is made up for as long as listeners then hear it no later than this, in ms. */
const MAX_BEHIND_MS = 4000;

/**
 * Where to go on in the first sound of another connection to the master.
 * @param coming digests of the frames that came first, the burst
 * @param had digests of the newest frames that were put on air, newest last; none before the first
 * @param overdueMs how much sound is due that has not been put on air; below 0: so much is ahead
 * @returns the first frame to put on air
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

/** The frame behind those that were had last; null: they have gone by, or are there more than once, as in silence. */
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
