import type { Occurrence, OnNow } from "@neonrelay/contract";
import type { BotParts } from "./bot-parts.ts";
import { toLine } from "./line-rules.ts";
import { asShow, wordNow } from "./show-words.ts";

type ShowAnnouncerParts = Pick<BotParts, "events" | "settings" | "schedule" | "announce" | "nowMs">;

/** Announces in the channel when a show begins. A show already on at the first check is not announced. */
export class ShowAnnouncer {
  readonly #parts: ShowAnnouncerParts;
  readonly #unsubscribe: () => void;
  /** null: none was on. */
  #lastId: string | null;

  constructor(parts: ShowAnnouncerParts) {
    this.#parts = parts;
    this.#lastId = idOf(parts.schedule.onNow(parts.nowMs()).now);
    this.#unsubscribe = parts.events.subscribe((event) => {
      if (event.type === "show.changed") this.#take(event);
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  #take({ now }: OnNow): void {
    const { settings, schedule, announce } = this.#parts;
    const id = idOf(now);
    const isNews = id !== this.#lastId;
    this.#lastId = id;
    const show = asShow(now);
    if (!isNews || show === null || !settings.current.announcesShows) return;
    announce(toLine(`Now: ${wordNow(show, schedule)}`));
  }
}

function idOf(now: Occurrence | null): string | null {
  return now?.show?.id ?? null;
}
