import { networkOf } from "@neonrelay/process/network-of";
import {
  afterFailure,
  FORGIVEN_AFTER_MS,
  FREE_ATTEMPTS,
  FREE_NETWORK_ATTEMPTS,
  nextAttemptAtMs,
  type FailedAttempts,
} from "./throttle-rules.ts";

/** What a sign-in is tried on, and from where. */
interface Attempt {
  /** The account, or the access code. */
  readonly subject: string;
  readonly address: string;
}

/**
 * Remembers failed sign-ins in memory (a restart forgives): of each subject from each address, and, ten times
 * wider, of each network whatever it tries.
 */
export interface LoginThrottle {
  /** How long until the next attempt is taken; 0 for now. */
  waitMs(attempt: Attempt): number;
  noteFailure(attempt: Attempt): void;
  /** The attempt, noted as a failure before its check, was none. */
  noteSuccess(attempt: Attempt): void;
  /** Forgets every failure: the way out of a lock-out. */
  forgiveAll(): void;
}

/** Most keys remembered; beyond it the oldest is forgotten. */
const MAX_KEYS = 20_000;

/** @param nowMs a clock that only goes forward: a wall clock that is set back would lock people out */
export function createLoginThrottle(nowMs: () => number = () => performance.now()): LoginThrottle {
  const failed = new Map<string, FailedAttempts>();
  const note = (key: string): void => {
    const attempts = afterFailure(failed.get(key), nowMs());
    failed.delete(key);
    failed.set(key, attempts);
    for (const [oldest, { lastAtMs }] of failed) {
      if (failed.size <= MAX_KEYS && nowMs() - lastAtMs < FORGIVEN_AFTER_MS) break;
      failed.delete(oldest);
    }
  };
  return {
    waitMs: (attempt) => {
      const untilMs = Math.max(
        nextAttemptAtMs(failed.get(narrowKey(attempt)), FREE_ATTEMPTS),
        nextAttemptAtMs(failed.get(wideKey(attempt)), FREE_NETWORK_ATTEMPTS),
      );
      return Math.max(untilMs - nowMs(), 0);
    },
    noteFailure: (attempt) => {
      note(narrowKey(attempt));
      note(wideKey(attempt));
    },
    noteSuccess: (attempt) => {
      failed.delete(narrowKey(attempt));
      // Only this attempt is taken back: one good account must not clear the way for guessing others.
      const wide = failed.get(wideKey(attempt));
      if (wide !== undefined) failed.set(wideKey(attempt), { ...wide, count: wide.count - 1 });
    },
    forgiveAll: () => failed.clear(),
  };
}

function narrowKey({ subject, address }: Attempt): string {
  return `${subject} from ${address}`;
}

function wideKey({ address }: Attempt): string {
  return `network ${networkOf(address)}`;
}
