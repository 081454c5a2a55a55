/** Time that stands still until a test advances it. */
import type { Clock } from "./timers.ts";

export class TestClock implements Clock {
  readonly #timers = new Map<object, { readonly atMs: number; readonly run: () => void }>();
  #nowMs = Date.UTC(2030, 0, 1);

  readonly nowMs = (): number => this.#nowMs;

  readonly after = (delayMs: number, run: () => void): (() => void) => {
    const timer = {};
    this.#timers.set(timer, { atMs: this.#nowMs + delayMs, run });
    return () => void this.#timers.delete(timer);
  };

  /** Timers neither run nor cancelled. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Advances the clock, running due timers in order, including those started on the way. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, { atMs }]) => atMs <= endMs);
      const [next] = due.sort(([, left], [, right]) => left.atMs - right.atMs);
      if (next === undefined) break;
      const [timer, { atMs, run }] = next;
      this.#timers.delete(timer);
      this.#nowMs = Math.max(this.#nowMs, atMs);
      run();
    }
    this.#nowMs = endMs;
  }
}
