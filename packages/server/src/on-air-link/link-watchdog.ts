import {
  CHECK_INTERVAL_MS,
  readAwakeClock,
  startAwakeClock,
  type AwakeClock,
} from "@neonrelay/process/supervision-rules";

/**
 * Calls `onSilent` after `limitMs` without a message. Time in which this process was suspended does not count, nor does
 * the time it spends handling a message.
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
    // Messages that arrived while the process was suspended are read first.
    this.#timer = setInterval(() => setImmediate(() => this.#check()), CHECK_INTERVAL_MS);
  }

  /** A message arrived; runs `work` for it. */
  async receive(work: () => Promise<void>): Promise<void> {
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
    this.#heardAtMs = Infinity; // a check may already be due
  }

  #check(): void {
    const nowMs = this.#read();
    if (this.#isWorking) this.#heardAtMs = nowMs;
    if (nowMs - this.#heardAtMs > this.#limitMs) this.#onSilent();
  }

  #read(): number {
    this.#clock = readAwakeClock(this.#clock, performance.now());
    return this.#clock.awakeMs;
  }
}
