import type { Logger } from "@neonrelay/process/log";

/** Stores something as it changes, the newest state only, one at a time. */
export class NewestKeeper<State> {
  readonly #store: (state: State) => Promise<void>;
  readonly #what: string;
  readonly #log: Logger;
  #waiting: { readonly state: State } | null = null;
  #saving: Promise<void> | null = null;

  /** @param what is stored, for the log */
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

  /** What was kept is stored, or the failure was logged. */
  async close(): Promise<void> {
    await this.#saving;
  }

  async #save(): Promise<void> {
    for (let waiting = this.#waiting; waiting !== null; waiting = this.#waiting) {
      this.#waiting = null;
      try {
        await this.#store(waiting.state);
      } catch (error) {
        // The next change stores all of it.
        this.#log.warn({ error }, `could not store ${this.#what}`);
      }
    }
  }
}
