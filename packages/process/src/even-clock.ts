import os from "node:os";

/** Drift between two readings that still counts as slewing rather than as the clock being set. */
const EVEN_MS = 60_000;
/** After this long a wrong clock has been corrected, or the new time is right. */
const WITHHELD_MS = 30 * 60_000;

/**
 * Wall clock for code that deletes by age. A clock that is off by a year would delete files for good, so after any jump
 * the time is withheld for half an hour.
 */
export class EvenClock {
  readonly #wallMs: () => number;
  readonly #upMs: () => number;
  #aheadMs: number;
  #setAtMs = -Infinity;

  /** @param upMs monotonic clock that also runs while the machine sleeps */
  constructor({
    wallMs = () => Date.now(),
    upMs = () => os.uptime() * 1000,
  }: { readonly wallMs?: () => number; readonly upMs?: () => number } = {}) {
    this.#wallMs = wallMs;
    this.#upMs = upMs;
    this.#aheadMs = wallMs() - upMs();
  }

  /** Milliseconds since 1970; null while the time is withheld after a jump. */
  nowMs(): number | null {
    const [nowMs, upMs] = [this.#wallMs(), this.#upMs()];
    const aheadMs = nowMs - upMs;
    if (Math.abs(aheadMs - this.#aheadMs) > EVEN_MS) this.#setAtMs = upMs;
    this.#aheadMs = aheadMs;
    return upMs - this.#setAtMs < WITHHELD_MS ? null : nowMs;
  }
}

/** An even clock and a timer beside it; tests control both. */
export interface EvenTimer {
  /** Milliseconds since 1970; null: unknown. */
  readonly nowMs: () => number | null;
  /** @returns a function that stops it */
  readonly every: (run: () => void) => () => void;
}

/** Runs every so many milliseconds. */
export function createEvenTimer(everyMs: number): EvenTimer {
  const clock = new EvenClock();
  return {
    nowMs: () => clock.nowMs(),
    every: (run) => {
      const timer = setInterval(run, everyMs);
      return () => clearInterval(timer);
    },
  };
}
