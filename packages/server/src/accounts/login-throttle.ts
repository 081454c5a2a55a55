import {
  afterFailure,
  FORGIVEN_AFTER_MS,
  nextAttemptAtMs,
  type FailedAttempts,
} from "./throttle-rules.ts";

/** Remembers failed sign-ins of each account and address, in memory: a restart forgives. */
export interface LoginThrottle {
  /** When the next attempt is taken, in ms since 1970; null for now. */
  blockedUntilMs(key: string): number | null;
  noteFailure(key: string): void;
  noteSuccess(key: string): void;
}

/** Most keys remembered; beyond it the oldest is forgotten. */
const MAX_KEYS = 20_000;

export function createLoginThrottle({ nowMs }: { readonly nowMs: () => number }): LoginThrottle {
  const failed = new Map<string, FailedAttempts>();
  return {
    blockedUntilMs: (key) => {
      const untilMs = nextAttemptAtMs(failed.get(key));
      return untilMs > nowMs() ? untilMs : null;
    },
    noteFailure: (key) => {
      const attempts = afterFailure(failed.get(key), nowMs());
      failed.delete(key);
      failed.set(key, attempts);
      for (const [oldest, { lastAtMs }] of failed) {
        if (failed.size <= MAX_KEYS && nowMs() - lastAtMs < FORGIVEN_AFTER_MS) break;
        failed.delete(oldest);
      }
    },
    noteSuccess: (key) => void failed.delete(key),
  };
}
