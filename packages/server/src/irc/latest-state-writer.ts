import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { mayWorkLater } from "../database/database-failures.ts";

const RETRY_MS = 5000;

/** Stores a state as it changes: only the newest, one write at a time, and once the database is back if it is down. */
export class LatestStateWriter<State> {
  readonly #store: (state: State) => Promise<void>;
  readonly #what: string;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #waiting: { readonly state: State } | null = null;
  #saving: Promise<void> | null = null;
  #isAway = false;

  /** @param what is stored, named in the log */
  constructor({
    store,
    what,
    log,
  }: {
    readonly store: (state: State) => Promise<void>;
    readonly what: string;
    readonly log: Logger;
  }) {
    this.#store = store;
    this.#what = what;
    this.#log = log;
  }

  keep(state: State): void {
    this.#waiting = { state };
    this.#saving ??= this.#save().finally(() => (this.#saving = null));
  }

  /** By then the last state is stored, with one last try while the database is down, or the failure was logged. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#saving;
  }

  async #save(): Promise<void> {
    const { signal } = this.#closing;
    for (let waiting = this.#waiting; waiting !== null; waiting = this.#waiting) {
      const isLastTry = signal.aborted;
      try {
        await this.#store(waiting.state);
        this.#isAway = false;
      } catch (error) {
        const isAway = mayWorkLater(error);
        // Any other failure would recur: the next change stores everything anyway.
        if (!isAway || !this.#isAway) this.#log.warn({ error }, `could not store ${this.#what}`);
        this.#isAway = isAway;
        if (isAway && !isLastTry) {
          await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
          continue;
        }
      }
      if (this.#waiting === waiting) this.#waiting = null;
    }
  }
}
