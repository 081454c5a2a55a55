import type { InBandTitle } from "./vorbis-comment.ts";

/** So many may come at once. */
const MAX_AT_ONCE = 15;
/** After this there is room for one more: with those at once thirty a minute, since each is a row of the history. */
const ROOM_EVERY_MS = 4000;

/**
 * [P88] Lets titles through no faster than that. Of more the newest waits and comes. Repeats take no room; they are passed
 * on, since the connection that showed the first may be gone.
 */
export class TitlePace {
  readonly #onTitle: (title: InBandTitle) => void;
  readonly #nowMs: () => number;
  #room = MAX_AT_ONCE;
  #roomAtMs: number;
  #shown: InBandTitle | null = null;
  #waiting: { readonly title: InBandTitle; readonly timer: NodeJS.Timeout } | null = null;

  /** @param onTitle is given each that may be shown */
  constructor(onTitle: (title: InBandTitle) => void, nowMs = () => performance.now()) {
    this.#onTitle = onTitle;
    this.#nowMs = nowMs;
    this.#roomAtMs = nowMs();
  }

  offer(title: InBandTitle): void {
    if (this.#waiting !== null && isSame(this.#waiting.title, title)) return;
    this.close();
    if (this.#shown !== null && isSame(this.#shown, title)) return this.#onTitle(title);
    this.#makeRoom();
    if (this.#room < 1) {
      const waitMs = ROOM_EVERY_MS - (this.#nowMs() - this.#roomAtMs);
      const timer = setTimeout(() => this.#show(title), waitMs).unref();
      this.#waiting = { title, timer };
    } else this.#show(title);
    return undefined;
  }

  /** What waits is dropped. */
  close(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = null;
  }

  #show(title: InBandTitle): void {
    this.#makeRoom();
    this.#room = Math.max(0, this.#room - 1);
    this.#waiting = null;
    this.#shown = title;
    this.#onTitle(title);
  }

  #makeRoom(): void {
    const came = Math.floor((this.#nowMs() - this.#roomAtMs) / ROOM_EVERY_MS);
    this.#roomAtMs += came * ROOM_EVERY_MS;
    this.#room = Math.min(MAX_AT_ONCE, this.#room + came);
  }
}

function isSame(one: InBandTitle, other: InBandTitle): boolean {
  return one.artist === other.artist && one.title === other.title;
}
