import { setTimeout as delay } from "node:timers/promises";
import { retryAfterMs } from "./source-state-rules.ts";

interface LoopParts {
  /** @returns whether to continue at once */
  readonly work: () => Promise<boolean>;
  /** Must not throw. */
  readonly onFailure: (error: unknown) => Promise<void> | void;
  /** Polling interval without news, in ms. */
  readonly everyMs: number;
}

/** Runs jobs one after another and waits when there are none; after failures, with growing delays. */
export class WorkLoop {
  readonly #parts: LoopParts;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #news = Promise.withResolvers<"news">();
  /** Incremented with each piece of news, so that none is missed during a job. */
  #newest = 0;
  #failures = 0;
  /** Aborts the pause after a failure. */
  #pause = new AbortController();

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  /** There may be something to do. */
  wake(): void {
    this.#newest += 1;
    const { resolve } = this.#news;
    this.#news = Promise.withResolvers();
    resolve("news");
  }

  /** Cuts short the pause after a failure. */
  tryNow(): void {
    this.#pause.abort();
    this.wake();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const newest = this.#newest;
      // From here on: `tryNow` during a job takes effect as soon as the job fails.
      this.#pause = new AbortController();
      try {
        const hasMore = await this.#parts.work();
        this.#failures = 0;
        if (!hasMore && newest === this.#newest) await this.#waitForNews();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#failures += 1;
        await this.#parts.onFailure(error);
        await this.#rest();
      }
    }
  }

  async #waitForNews(): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, ending.signal]);
    const timer = delay(this.#parts.everyMs, undefined, { signal }).catch(() => {}); // closing or news
    await Promise.race([timer, this.#news.promise]);
    ending.abort();
  }

  async #rest(): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, this.#pause.signal]);
    await delay(retryAfterMs(this.#failures), undefined, { signal }).catch(() => {}); // closing or `tryNow`
  }
}
