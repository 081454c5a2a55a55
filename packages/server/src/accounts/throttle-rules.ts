/** Failed attempts of one account from one address. */
export interface FailedAttempts {
  readonly count: number;
  readonly lastAtMs: number;
}

const FREE_ATTEMPTS = 3;
const LONGEST_DELAY_MS = 15 * 60_000;
/** After this long without a failure everything is forgiven. */
export const FORGIVEN_AFTER_MS = 60 * 60_000;

/** When the next attempt is taken: at once for the first three, then after 1, 2, 4… seconds, at most 15 minutes. */
export function nextAttemptAtMs(attempts: FailedAttempts | undefined): number {
  if (attempts === undefined || attempts.count < FREE_ATTEMPTS) return 0;
  const delayMs = Math.min(1000 * 2 ** (attempts.count - FREE_ATTEMPTS), LONGEST_DELAY_MS);
  return attempts.lastAtMs + delayMs;
}

export function afterFailure(attempts: FailedAttempts | undefined, nowMs: number): FailedAttempts {
  const isForgiven = attempts === undefined || nowMs - attempts.lastAtMs > FORGIVEN_AFTER_MS;
  return { count: isForgiven ? 1 : attempts.count + 1, lastAtMs: nowMs };
}
