import { encodeLevels } from "@neonrelay/contract";
import type { Levels } from "@neonrelay/on-air/protocol";
import { isOperator } from "../identity/rights-rules.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import { binaryFrame, joinBatch } from "./browser-socket.ts";
import type { SocketMember } from "./socket-member.ts";

/** Each gets 25 messages a second, so there is a limit; operators, who work by levels, are exempt. */
export const MAX_LEVELS_SUBSCRIBERS = 500;

type Subscriber = Pick<SocketMember, "socket" | "caller">;

/** Tells the programme's levels to those who subscribed; they are measured only while there are subscribers. */
export class LevelsFeed {
  readonly #link: Pick<OnAirLink, "followLevels">;
  readonly #subscribers = new Set<Subscriber>();

  constructor(link: Pick<OnAirLink, "followLevels">) {
    this.#link = link;
  }

  /** @returns false when there are too many already */
  add(member: Subscriber): boolean {
    if (this.#subscribers.has(member)) return true;
    const isExempt = member.caller !== null && isOperator(member.caller);
    if (this.#subscribers.size >= MAX_LEVELS_SUBSCRIBERS && !isExempt) return false;
    this.#subscribers.add(member);
    if (this.#subscribers.size === 1) this.#link.followLevels((levels) => this.#send(levels));
    return true;
  }

  remove(member: Subscriber): void {
    if (this.#subscribers.delete(member) && this.#subscribers.size === 0) this.close();
  }

  close(): void {
    this.#subscribers.clear();
    this.#link.followLevels(null);
  }

  #send(levels: Levels): void {
    const batch = joinBatch([{ state: "levels", frame: binaryFrame(encodeLevels(levels)) }]);
    for (const { socket } of this.#subscribers) socket.send(batch);
  }
}
