/**
 * A killed on-air is back within 3 s: until then the retries are dense enough for every player to be back within 4 s.
 */
const DELAYS_MS = [250, 500, 750, 750, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
const LONGEST_MS = 30_000;

/**
 * Delay before the next attempt.
 * @param attempt counts from 1
 * @param random 0 to 1; changes the delay by up to a fifth either way
 */
export function reconnectDelayMs(retry: {
  readonly attempt: number;
  readonly random: number;
}): number {
  const delayMs = DELAYS_MS[retry.attempt - 1] ?? LONGEST_MS;
  return Math.round(delayMs * (0.8 + 0.4 * retry.random));
}
