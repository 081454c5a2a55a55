const TICK_MS = 20;
/** Most that counts from one tick to the next, in ms: beyond that the machine stood still, or gave this process no time. */
const LONGEST_COUNTED_MS = 100;

/** Measures time against a limit, for tests: it stands still while this process gets no time. */
export class TestAwakeTimer implements Disposable {
  readonly #ticking: NodeJS.Timeout;
  #passedMs = 0;
  #readAtMs = performance.now();

  constructor() {
    this.#ticking = setInterval(() => this.#read(), TICK_MS).unref();
  }

  /** Since it was made, in ms. */
  get passedMs(): number {
    this.#read();
    return this.#passedMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#ticking);
  }

  #read(): void {
    const nowMs = performance.now();
    this.#passedMs += Math.min(nowMs - this.#readAtMs, LONGEST_COUNTED_MS);
    this.#readAtMs = nowMs;
  }
}
