import { decideAnnouncement, type Announced } from "./announcement-rules.ts";
import type { BotParts } from "./bot-parts.ts";
import { namePlay } from "./bot-words.ts";
import { cutName, toLine } from "./line-rules.ts";

type AnnouncerParts = Pick<BotParts, "events" | "link" | "announce" | "nowMs">;

/** Announces in the channel what comes on air. The first status from on-air is not announced. */
export class Announcer {
  readonly #parts: AnnouncerParts;
  readonly #unsubscribe: () => void;
  #hasBegun = false;
  #announced: Announced | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
    this.#begin();
    this.#unsubscribe = parts.events.subscribe((event) => {
      if (event.type !== "on-air.changed") return;
      if (this.#hasBegun) this.#look();
      else this.#begin();
    });
  }

  close(): void {
    this.#unsubscribe();
    this.#stopWaiting();
  }

  #begin(): void {
    const { status } = this.#parts.link;
    if (status === null) return;
    this.#hasBegun = true;
    if (status.now !== null) this.#announced = { playId: status.now.playId, atMs: -Infinity };
  }

  #look(): void {
    const { link, nowMs, announce } = this.#parts;
    this.#stopWaiting();
    const decision = decideAnnouncement({
      status: link.status,
      announced: this.#announced,
      nowMs: nowMs(),
    });
    switch (decision.kind) {
      case "nothing":
        return;
      case "wait":
        this.#timer = setTimeout(() => this.#look(), decision.waitMs);
        return;
      case "announce": {
        const { play } = decision;
        this.#announced = { playId: play.playId, atMs: nowMs() };
        const requested =
          play.requestedBy === null ? "" : `, requested by ${cutName(play.requestedBy)}`;
        announce(toLine(`Now on air: ${namePlay(play)}${requested}`));
        return;
      }
      default:
        return decision satisfies never;
    }
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
