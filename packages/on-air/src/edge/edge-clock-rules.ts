/** The two clocks differ by little: so often they are compared, in ms. */
const WINDOW_MS = 30_000;

/** How early the sound of the master has come at best lately. */
export interface Arrivals {
  readonly sinceMs: number;
  /** At most 0. */
  readonly mostAheadMs: number;
}

/**
 * Keeps the moments at which sound is due where the master's come at best: a clock of its own that is a little faster
 * or slower moves them, sound that was held up on its way does not.
 * @param aheadMs how much earlier than due a block has come; below 0: later
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
