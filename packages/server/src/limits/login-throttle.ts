import { networkOf } from "@neonrelay/process/client-address";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import {
  deleteAllLoginFailures,
  deleteLoginFailures,
  listLoginFailures,
  saveLoginFailures,
} from "./login-failure-store.ts";

/** What a sign-in targets, and from where. */
interface Attempt {
  /** The account, the access code, or `unknownSubject`. */
  readonly subject: string;
  readonly address: string;
}

/**
 * Counts failed sign-ins: per subject and address, and, with ten times the allowance, per network whatever it tries.
 * Each change takes effect at once; the promise resolves when it is stored, and never rejects.
 */
export interface LoginThrottle {
  /** Time until the next attempt is accepted; 0 for now. */
  waitMs(attempt: Attempt): number;
  recordFailure(attempt: Attempt): Promise<void>;
  /** Takes back an attempt that was recorded as a failure before its check. */
  recordSuccess(attempt: Attempt): Promise<void>;
  /** Forgets every failure: the escape from a lock-out. */
  forgiveAll(): Promise<void>;
}

/** Failures with one key, in the form that outlives the process. */
interface KeptFailures {
  readonly key: string;
  readonly count: number;
  /** Time since the last one, in ms. */
  readonly agoMs: number;
}

/** Storage for failures. No call may reject. */
interface FailureStore {
  /** Oldest first. */
  readonly before: readonly KeptFailures[];
  save(failures: readonly KeptFailures[]): Promise<void>;
  forget(keys: readonly string[]): Promise<void>;
  forgetAll(): Promise<void>;
}

/** Maximum keys; beyond it the oldest is dropped. */
const MAX_FAILURE_KEYS = 20_000;
const UNKNOWN = "unknown ";

/** A name without an account may be a password typed into the wrong field, so it stays in memory. */
export function unknownSubject(name: string): string {
  return `${UNKNOWN}${name.toLowerCase()}`;
}

/**
 * @param keeper null: a restart forgets all failures
 * @param nowMs a monotonic clock: a wall clock that is set back would lock people out
 */
export function createLoginThrottle(
  keeper: FailureStore | null = null,
  nowMs: () => number = () => performance.now(),
): LoginThrottle {
  const failed = new Map<string, FailedAttempts>(
    keeper?.before.map(({ key, count, agoMs }) => [key, { count, lastAtMs: nowMs() - agoMs }]),
  );
  const note = (key: string): void => {
    const attempts = afterFailure(failed.get(key), nowMs());
    failed.delete(key);
    failed.set(key, attempts);
  };
  /** @returns the dropped keys */
  const forgetOldest = (): readonly string[] => {
    const forgotten: string[] = [];
    for (const [oldest, { lastAtMs }] of failed) {
      if (failed.size <= MAX_FAILURE_KEYS && nowMs() - lastAtMs < FORGIVEN_AFTER_MS) break;
      failed.delete(oldest);
      forgotten.push(oldest);
    }
    return forgotten;
  };
  const save = async (keys: readonly string[]): Promise<void> => {
    const kept = keys.flatMap((key) => {
      const attempts = failed.get(key);
      if (attempts === undefined || key.startsWith(UNKNOWN)) return [];
      return [{ key, count: attempts.count, agoMs: nowMs() - attempts.lastAtMs }];
    });
    if (kept.length > 0) await keeper?.save(kept);
  };
  return {
    waitMs: (attempt) => {
      const untilMs = Math.max(
        nextAttemptAtMs(failed.get(narrowKey(attempt)), FREE_ATTEMPTS),
        nextAttemptAtMs(failed.get(wideKey(attempt)), FREE_NETWORK_ATTEMPTS),
      );
      return Math.max(untilMs - nowMs(), 0);
    },
    recordFailure: async (attempt) => {
      const keys = [narrowKey(attempt), wideKey(attempt)];
      keys.forEach(note);
      const forgotten = forgetOldest();
      await save(keys);
      if (forgotten.length > 0) await keeper?.forget(forgotten);
    },
    recordSuccess: async (attempt) => {
      const [narrow, wide] = [narrowKey(attempt), wideKey(attempt)];
      failed.delete(narrow);
      // Removes only this attempt: one good account must not clear the way for guessing others.
      const attempts = failed.get(wide);
      const isClean = attempts === undefined || attempts.count <= 1;
      if (isClean) failed.delete(wide);
      else failed.set(wide, { ...attempts, count: attempts.count - 1 });
      await save([wide]);
      await keeper?.forget(isClean ? [narrow, wide] : [narrow]);
    },
    forgiveAll: async () => {
      failed.clear();
      await keeper?.forgetAll();
    },
  };
}

/**
 * A login throttle that continues where the previous process ended. While the database accepts no writes, it counts in
 * memory only.
 * @throws when the database does not answer
 */
export async function loadLoginThrottle({
  database: { connection },
  log,
}: {
  readonly database: Pick<Database, "connection">;
  readonly log: Logger;
}): Promise<LoginThrottle> {
  const stored = await listLoginFailures(connection, { limit: MAX_FAILURE_KEYS });
  const nowMs = Date.now();
  const attempt = async (work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) =>
      log.warn({ error }, "failed sign-ins could not be stored; a restart forgets them"),
    );
  };
  const toStored = ({ key, count, agoMs }: KeptFailures) => ({
    key,
    count,
    lastAt: new Date(Date.now() - agoMs),
  });
  return createLoginThrottle({
    // A clock that was set back must not lengthen a wait.
    before: stored.map(({ key, count, lastAt }) => ({
      key,
      count,
      agoMs: Math.max(0, nowMs - lastAt.getTime()),
    })),
    save: (failures) => attempt(saveLoginFailures(connection, failures.map(toStored))),
    forget: (keys) => attempt(deleteLoginFailures(connection, keys)),
    forgetAll: () => attempt(deleteAllLoginFailures(connection)),
  });
}

function narrowKey({ subject, address }: Attempt): string {
  return `${subject} from ${address}`;
}

function wideKey({ address }: Attempt): string {
  return `network ${networkOf(address)}`;
}

/** Failed attempts of one account from one address, or of one network. */
interface FailedAttempts {
  readonly count: number;
  readonly lastAtMs: number;
}

/** Failures that cost no wait: per account and address, and per network. */
export const FREE_ATTEMPTS = 3;
const FREE_NETWORK_ATTEMPTS = 30;
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
