const TICK_MS = 20;
/** Maximum time counted between two ticks, in ms: in a longer gap the machine slept or starved this process. */
const MAX_COUNTED_MS = 100;

/** Measures time against a limit, for tests: it stops while this process gets no CPU. */
export class TestAwakeTimer implements Disposable {
  readonly #ticking: NodeJS.Timeout;
  #passedMs = 0;
  #readAtMs = performance.now();

  constructor() {
    this.#ticking = setInterval(() => this.#read(), TICK_MS).unref();
  }

  /** Since construction, in ms. */
  get passedMs(): number {
    this.#read();
    return this.#passedMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#ticking);
  }

  #read(): void {
    const nowMs = performance.now();
    this.#passedMs += Math.min(nowMs - this.#readAtMs, MAX_COUNTED_MS);
    this.#readAtMs = nowMs;
  }
}
