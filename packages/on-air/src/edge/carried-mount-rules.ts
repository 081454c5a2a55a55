/** Drift is small; compare the clocks this often, in ms. */
const WINDOW_MS = 30_000;
/** Consecutive matching frames that count as the same audio. */
const RECOGNISED_FRAMES = 6;
/** Play missed sound only if listeners end up no further behind than this, in ms. */
const MAX_BEHIND_MS = 4000;

/** The earliest that sound from the master has arrived lately. */
export interface Arrivals {
  readonly sinceMs: number;
  /** At most 0. */
  readonly mostAheadMs: number;
}

/**
 * Aligns due times with the earliest arrivals from the master. A master clock that runs a little fast or slow shifts
 * them; sound delayed on its way does not.
 * @param aheadMs how much earlier than due a block arrived; negative: later
 * @returns how much later sound is due from now on, in ms
 */
export function followArrival({
  arrivals,
  aheadMs,
  nowMs,
}: {
  readonly arrivals: Arrivals;
  readonly aheadMs: number;
  readonly nowMs: number;
}): { readonly arrivals: Arrivals; readonly laterMs: number } {
  if (aheadMs > 0) return { arrivals: { sinceMs: nowMs, mostAheadMs: 0 }, laterMs: -aheadMs };
  const isFirst = arrivals.mostAheadMs === Number.NEGATIVE_INFINITY;
  const mostAheadMs = isFirst ? aheadMs : Math.max(arrivals.mostAheadMs, aheadMs);
  if (nowMs - arrivals.sinceMs < WINDOW_MS)
    return { arrivals: { ...arrivals, mostAheadMs }, laterMs: 0 };
  return { arrivals: noArrivals(nowMs), laterMs: -mostAheadMs };
}

export function noArrivals(nowMs: number): Arrivals {
  return { sinceMs: nowMs, mostAheadMs: Number.NEGATIVE_INFINITY };
}

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
