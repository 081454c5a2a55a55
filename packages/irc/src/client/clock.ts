/** Time as the client sees it; tests inject a clock they can advance. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Runs `run` once after the delay. @returns a function that cancels it */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
