import { ON_AIR_WORDS } from "@neonrelay/contract";
import type { BotParts } from "./bot-parts.ts";
import { namePlay } from "./bot-words.ts";
import { cutName, toLine } from "./line-rules.ts";
import type { OnAirStatus } from "@neonrelay/on-air/protocol";

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
      if (this.#hasBegun) this.#check();
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

  #check(): void {
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
        this.#timer = setTimeout(() => this.#check(), decision.waitMs);
        return;
      case "announce": {
        const { play } = decision;
        this.#announced = { playId: play.playId, atMs: nowMs() };
        const requested =
          play.requestedBy === null ? "" : `, requested by ${cutName(play.requestedBy)}`;
        announce(toLine(`${ON_AIR_WORDS}${namePlay(play)}${requested}`));
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

type AnnouncementDecision =
  | { readonly kind: "nothing" }
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "announce"; readonly play: NonNullable<OnAirStatus["now"]> };

/** Minimum interval between announcements, in ms. */
export const ANNOUNCEMENT_INTERVAL_MS = 15_000;

/** The last announcement. */
interface Announced {
  readonly playId: string;
  readonly atMs: number;
}

/** Whether to announce what is on air: only audible plays, and the newest at most every 15 s. */
export function decideAnnouncement({
  status,
  announced,
  nowMs,
}: {
  /** null: on-air is unreachable. */
  readonly status: Pick<OnAirStatus, "now" | "source" | "settings"> | null;
  readonly announced: Announced | null;
  readonly nowMs: number;
}): AnnouncementDecision {
  const play = status?.now ?? null;
  const isHeard = status?.source === "programme" && status.settings.isStreaming;
  if (play === null || !isHeard || play.playId === announced?.playId) return { kind: "nothing" };
  const waitMs = announced === null ? 0 : announced.atMs + ANNOUNCEMENT_INTERVAL_MS - nowMs;
  // A clock that was set back must not make it wait longer.
  return waitMs > 0 && waitMs <= ANNOUNCEMENT_INTERVAL_MS
    ? { kind: "wait", waitMs }
    : { kind: "announce", play };
}
