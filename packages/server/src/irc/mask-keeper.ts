import type { ChannelMask } from "@neonrelay/irc/server";
import type { Logger } from "@neonrelay/process/log";
import type { Database } from "../database/database.ts";
import { saveChannelMasks } from "../database/irc-store.ts";

/** Stores the lists of a channel as they change, the newest state only, one at a time. */
export class MaskKeeper {
  readonly #parts: { readonly database: Database; readonly log: Logger };
  readonly #channel: string;
  #waiting: readonly ChannelMask[] | null = null;
  #saving: Promise<void> | null = null;

  constructor(parts: { readonly database: Database; readonly log: Logger }, channel: string) {
    this.#parts = parts;
    this.#channel = channel;
  }

  keep(masks: readonly ChannelMask[]): void {
    this.#waiting = masks;
    this.#saving ??= this.#save().finally(() => (this.#saving = null));
  }

  /** What was kept is stored, or the failure was logged. */
  async close(): Promise<void> {
    await this.#saving;
  }

  async #save(): Promise<void> {
    for (let masks = this.#waiting; masks !== null; masks = this.#waiting) {
      this.#waiting = null;
      try {
        await saveChannelMasks(this.#parts.database, { channel: this.#channel, masks });
      } catch (error) {
        // The next change stores all of them.
        this.#parts.log.warn({ error }, "the bans of the channel on IRC could not be stored");
      }
    }
  }
}
