import {
  LOOK_EVERY_MS,
  readAwakeClock,
  startAwakeClock,
  type AwakeClock,
} from "@neonrelay/process/heartbeat-rules";

/**
 * Calls `onSilent` once nothing has been heard for `limitMs`. Time in which this process did not run does not count,
 * and neither does time in which it works on what it heard last.
 */
export class LinkWatchdog implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #limitMs: number;
  readonly #onSilent: () => void;
  #clock: AwakeClock = startAwakeClock(performance.now());
  #heardAtMs = 0;
  #isWorking = false;

  constructor({ limitMs, onSilent }: { readonly limitMs: number; readonly onSilent: () => void }) {
    this.#limitMs = limitMs;
    this.#onSilent = onSilent;
    // What came while this process did not run is read first.
    this.#timer = setInterval(() => setImmediate(() => this.#look()), LOOK_EVERY_MS);
  }

  /** A message arrived; runs `work` for it. */
  async heard(work: () => Promise<void>): Promise<void> {
    this.#isWorking = true;
    try {
      await work();
    } finally {
      this.#isWorking = false;
      this.#heardAtMs = this.#read();
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#heardAtMs = Infinity; // a look may be due already
  }

  #look(): void {
    const nowMs = this.#read();
    if (this.#isWorking) this.#heardAtMs = nowMs;
    if (nowMs - this.#heardAtMs > this.#limitMs) this.#onSilent();
  }

  #read(): number {
    this.#clock = readAwakeClock(this.#clock, performance.now());
    return this.#clock.awakeMs;
  }
}
