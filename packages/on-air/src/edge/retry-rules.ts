const DELAYS_MS = [500, 1000, 2000, 4000, 8000] as const;
const LONGEST_MS = 8000;
const JITTER = 0.2;
/** A connection that lasted this long clears earlier failures, in ms. */
const WELL_AFTER_MS = 30_000;

/**
 * When an edge retries its master: after 0.5, 1, 2, 4 and then every 8 s, each within 20 %.
 * @param failures consecutive, before this one
 * @param lastedMs how long the failed connection lasted; 0 if there was none
 * @param random at least 0, below 1
 */
export function decideRetry({
  failures,
  lastedMs,
  random,
}: {
  readonly failures: number;
  readonly lastedMs: number;
  readonly random: number;
}): { readonly failures: number; readonly delayMs: number } {
  const before = lastedMs >= WELL_AFTER_MS ? 0 : failures;
  const delayMs = DELAYS_MS[before] ?? LONGEST_MS;
  return {
    failures: before + 1,
    delayMs: Math.round(delayMs * (1 + JITTER * (2 * random - 1))),
  };
}
