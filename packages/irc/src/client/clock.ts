/** Time as the client sees it; tests bring one they can turn forward. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Runs something once, later. @returns what calls that off */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
