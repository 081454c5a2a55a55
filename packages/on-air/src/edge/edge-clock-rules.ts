/** Drift is small; compare the clocks this often, in ms. */
const WINDOW_MS = 30_000;

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
