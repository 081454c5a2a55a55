import type { Clock } from "./clock.ts";

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
