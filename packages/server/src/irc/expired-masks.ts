import type { Logger } from "@neonrelay/process/log";
import { liftSanction, type SanctionParts } from "../chat/sanction-actions.ts";

/** How late a ban on IRC may be lifted. */
const LOOK_EVERY_MS = 5000;

/** Lifts mutes and bans on IRC whose time is over: IRC itself keeps them until somebody takes them off. */
export class ExpiredMasks {
  readonly #parts: SanctionParts & { readonly log: Logger };
  readonly #mayLift: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  /** @param mayLift whether the bot could take an entry off the channel's lists now */
  constructor(parts: SanctionParts & { readonly log: Logger }, mayLift: () => boolean) {
    this.#parts = parts;
    this.#mayLift = mayLift;
    this.#timer = setInterval(() => {
      this.#looking = this.look();
    }, LOOK_EVERY_MS);
  }

  async look(): Promise<void> {
    const over = this.#parts.sanctions.over();
    if (over.length === 0 || !this.#mayLift()) return;
    try {
      for (const { id } of over) await liftSanction(this.#parts, { id, who: "station" });
    } catch (error) {
      this.#parts.log.warn({ error }, "a mute or ban that is over could not be lifted on IRC");
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
