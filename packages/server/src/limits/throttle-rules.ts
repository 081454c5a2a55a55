/** Failed attempts of one account from one address, or of one network. */
export interface FailedAttempts {
  readonly count: number;
  readonly lastAtMs: number;
}

/** Failures that cost no wait: per account and address, and per network. */
export const FREE_ATTEMPTS = 3;
export const FREE_NETWORK_ATTEMPTS = 30;
const LONGEST_DELAY_MS = 15 * 60_000;
/** Failures are forgiven after this long without another. */
export const FORGIVEN_AFTER_MS = 60 * 60_000;

/** When the next attempt is accepted: at once for the free ones, then after 1, 2, 4… seconds, at most 15 minutes. */
export function nextAttemptAtMs(
  attempts: FailedAttempts | undefined,
  freeAttempts: number = FREE_ATTEMPTS,
): number {
  if (attempts === undefined || attempts.count < freeAttempts) return 0;
  const delayMs = Math.min(1000 * 2 ** (attempts.count - freeAttempts), LONGEST_DELAY_MS);
  return attempts.lastAtMs + delayMs;
}

export function afterFailure(attempts: FailedAttempts | undefined, nowMs: number): FailedAttempts {
  const isForgiven = attempts === undefined || nowMs - attempts.lastAtMs > FORGIVEN_AFTER_MS;
  return { count: isForgiven ? 1 : attempts.count + 1, lastAtMs: nowMs };
}
