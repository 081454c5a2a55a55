/** How often a part reports that its event loop turns, in ms. */
export const BEAT_EVERY_MS = 500;
/** How often a watcher checks for signs of life, in ms. */
export const CHECK_INTERVAL_MS = 500;
/** Maximum time counted between two checks, in ms: after a longer gap this process itself did not run. */
const MAX_COUNTED_MS = 2 * CHECK_INTERVAL_MS;

/** An event loop that has not turned for this long hangs, in ms. */
const HUNG_AFTER_MS = 5000;
/**
 * The same for one of several servers, in ms: it is killed before its lease ends, so that it has released everything.
 */
export const NODE_HUNG_AFTER_MS = 3000;
/** The same during start-up, in ms: much is read and compiled in one go. */
const START_HUNG_AFTER_MS = 30_000;
/** Before its first beat a part only loads its code, which is slow on a slow disk, in ms. */
const LOADING_LIMIT_MS = 60_000;
/** Longest single step of a start, in ms: one statement of a migration, say. */
const STEP_LIMIT_MS = 90_000;
/** Longest start of a part, however many steps it takes, in ms. */
const START_LIMIT_MS = 60 * 60_000;

/**
 * A clock that stops while this process does not run: stopped by a signal, asleep with the machine, or starved. It also
 * stops while the watched process waits for a CPU, which is no hang. Read it at least every {@link CHECK_INTERVAL_MS}.
 */
export interface AwakeClock {
  readonly awakeMs: number;
  /** On the monotonic clock. */
  readonly readAtMs: number;
  /** CPU wait of the watched process at that time. */
  readonly waitedMs: number;
}

export function startAwakeClock(nowMs: number): AwakeClock {
  return { awakeMs: 0, readAtMs: nowMs, waitedMs: 0 };
}

/** @param waitedMs `processorWaitMs` of the watched process; omitted: not counted */
export function readAwakeClock(clock: AwakeClock, nowMs: number, waitedMs = 0): AwakeClock {
  const countedMs = Math.min(nowMs - clock.readAtMs, MAX_COUNTED_MS);
  // A restarted process has waited less than its predecessor.
  const waitingMs = Math.max(0, waitedMs - clock.waitedMs);
  const passedMs = Math.max(0, countedMs - waitingMs);
  return { awakeMs: clock.awakeMs + passedMs, readAtMs: nowMs, waitedMs };
}

/** Signs of life the launcher has seen from a part, all times on its awake clock. */
export interface PartSigns {
  readonly phase: "loading" | "starting" | "ready";
  readonly startedAtMs: number;
  /** Of the newest beat. */
  readonly beatAtMs: number;
  /** Of the newest step of its start. */
  readonly stepAtMs: number;
}

type PartVerdict =
  | { readonly kind: "well" }
  /** Kill it; the reason completes "the server …". */
  | { readonly kind: "hung"; readonly reason: string };

/** Whether a part may go on. */
export function judgePart(
  signs: PartSigns,
  nowMs: number,
  { hungAfterMs }: { readonly hungAfterMs?: number } = {},
): PartVerdict {
  switch (signs.phase) {
    case "loading":
      return judge(nowMs - signs.startedAtMs, LOADING_LIMIT_MS, "did not load");
    case "starting": {
      const verdicts = [
        judge(nowMs - signs.beatAtMs, hungAfterMs ?? START_HUNG_AFTER_MS, "did not respond"),
        judge(nowMs - signs.stepAtMs, STEP_LIMIT_MS, "made no progress while starting"),
        judge(nowMs - signs.startedAtMs, START_LIMIT_MS, "was not ready"),
      ];
      return verdicts.find(({ kind }) => kind === "hung") ?? { kind: "well" };
    }
    case "ready":
      return judge(nowMs - signs.beatAtMs, hungAfterMs ?? HUNG_AFTER_MS, "did not respond");
    default:
      return signs.phase satisfies never;
  }
}

function judge(passedMs: number, limitMs: number, what: string): PartVerdict {
  return passedMs > limitMs
    ? { kind: "hung", reason: `${what} for ${limitMs / 1000} s` }
    : { kind: "well" };
}

/** A child process's runs so far. */
export interface RestartHistory {
  /** Restarts in a row without a long enough run; 0 at first. */
  readonly restartsInARow: number;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** A run this long resets the count. */
const WELL_AFTER_MS = 60_000;

/** Delay before an ended child is restarted: none, then 0.25 s doubling to 10 s. */
export function decideRestart({
  history,
  uptimeMs,
}: {
  readonly history: RestartHistory;
  readonly uptimeMs: number;
}): { readonly delayMs: number; readonly history: RestartHistory } {
  const restartsInARow = uptimeMs >= WELL_AFTER_MS ? 0 : history.restartsInARow;
  const delayMs =
    restartsInARow === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (restartsInARow - 1));
  return { delayMs, history: { restartsInARow: restartsInARow + 1 } };
}
