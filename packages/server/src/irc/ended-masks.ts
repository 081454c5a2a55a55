import type { Logger } from "@neonrelay/process/log";
import type { Sanctions } from "../chat/sanctions.ts";
import type { ChannelModeration } from "../chat/chat-channel.ts";
import type { StationEvents } from "../events/station-events.ts";

/** How late a ban on IRC may be lifted. */
const CHECK_INTERVAL_MS = 5000;

interface EndedMasksParts {
  readonly events: StationEvents;
  readonly sanctions: Pick<Sanctions, "list" | "over" | "forget">;
  readonly moderation: Pick<ChannelModeration, "lift">;
  readonly log: Logger;
}

/** Removes expired mutes and bans from the channel's IRC lists once the bot may do so. */
export class EndedMasks {
  readonly #parts: EndedMasksParts;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #lifting: Promise<void> = Promise.resolve();

  constructor(parts: EndedMasksParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.liftEnded(), CHECK_INTERVAL_MS);
    this.#unsubscribe = parts.events.subscribe((event) => {
      if (event.type === "chat.sanction-lifted") void this.liftEnded();
    });
  }

  /** Never rejects. */
  liftEnded(): Promise<void> {
    this.#lifting = this.#lifting.then(() => this.#liftAll());
    return this.#lifting;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#lifting;
  }

  async #liftAll(): Promise<void> {
    const { sanctions, moderation, log } = this.#parts;
    try {
      for (const { id, ircMask } of sanctions.over()) {
        // Another ban of the same host is still in force.
        const isHeld = sanctions.list().some((one) => one.ircMask === ircMask);
        if (ircMask !== null && !isHeld && !moderation.lift(ircMask)) return;
        await sanctions.forget(id);
      }
    } catch (error) {
      log.warn({ error }, "could not lift an expired mute or ban on IRC");
    }
  }
}
