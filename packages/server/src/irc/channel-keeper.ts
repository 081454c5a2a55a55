import type { ChannelView } from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { saveChannel } from "../database/irc-store.ts";

/** Stores topic, modes and lists of a channel as they change, the newest state only, one at a time. */
export class ChannelKeeper {
  readonly #parts: { readonly database: Database; readonly log: Logger };
  readonly #channel: string;
  #waiting: ChannelView | null = null;
  #saving: Promise<void> | null = null;

  constructor(parts: { readonly database: Database; readonly log: Logger }, channel: string) {
    this.#parts = parts;
    this.#channel = channel;
  }

  keep(state: ChannelView): void {
    this.#waiting = state;
    this.#saving ??= this.#save().finally(() => (this.#saving = null));
  }

  /** What was kept is stored, or the failure was logged. */
  async close(): Promise<void> {
    await this.#saving;
  }

  async #save(): Promise<void> {
    for (let state = this.#waiting; state !== null; state = this.#waiting) {
      this.#waiting = null;
      try {
        await saveChannel(this.#parts.database, { ...state, channel: this.#channel });
      } catch (error) {
        // The next change stores all of them.
        this.#parts.log.warn(
          { error },
          "topic, modes and bans of the channel on IRC could not be stored",
        );
      }
    }
  }
}
