/** Timers by name, at most one of each, all closed together. */
export class Timers {
  readonly #clock: Clock;
  readonly #running = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a timer, cancelling any running one of that name. */
  start(name: string, delayMs: number, run: () => void): void {
    this.stop(name);
    const cancel = this.#clock.after(delayMs, () => {
      this.#running.delete(name);
      run();
    });
    this.#running.set(name, cancel);
  }

  isRunning(name: string): boolean {
    return this.#running.has(name);
  }

  stop(name: string): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  close(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }
}

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
