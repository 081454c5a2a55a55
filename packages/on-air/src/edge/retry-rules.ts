const DELAYS_MS = [500, 1000, 2000, 4000, 8000] as const;
const LONGEST_MS = 8000;
const JITTER = 0.2;
/** A connection that lasted so long forgives the failures before it, in ms. */
const WELL_AFTER_MS = 30_000;

/**
 * When an edge asks its master again: after 0.5, 1, 2, 4 and then every 8 s, all within 20 %.
 * @param failures in a row before this one
 * @param lastedMs how long the connection lasted that has failed; 0: there was none
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
