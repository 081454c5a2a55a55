import { setTimeout as delay } from "node:timers/promises";
import { retryAfterMs } from "./source-state-rules.ts";

interface LoopParts {
  /** @returns whether there is more to do at once */
  readonly work: () => Promise<boolean>;
  /** Must not throw. */
  readonly onFailure: (error: unknown) => Promise<void> | void;
  /** Without news, it looks this often whether something is to be done, in ms. */
  readonly everyMs: number;
}

/** Does one piece of work after the other, and waits when there is none; after a failure for longer each time. */
export class WorkLoop {
  readonly #parts: LoopParts;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #news = Promise.withResolvers<"news">();
  /** Goes up with each news, so that none is missed while at work. */
  #newest = 0;
  #failures = 0;
  /** Ends the pause after a failure. */
  #pause = new AbortController();

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  /** Something may be to be done. */
  look(): void {
    this.#newest += 1;
    const { resolve } = this.#news;
    this.#news = Promise.withResolvers();
    resolve("news");
  }

  /** Does not wait for the end of the pause after a failure. */
  tryNow(): void {
    this.#pause.abort();
    this.look();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const newest = this.#newest;
      // From here on: what is to be tried at once while at work is tried at once when that fails.
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
    const timer = delay(this.#parts.everyMs, undefined, { signal }).catch(() => {}); // closing, or news
    await Promise.race([timer, this.#news.promise]);
    ending.abort();
  }

  async #rest(): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, this.#pause.signal]);
    await delay(retryAfterMs(this.#failures), undefined, { signal }).catch(() => {}); // closing, or tried now
  }
}
