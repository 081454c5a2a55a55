import type { InBandTitle } from "./vorbis-comment.ts";

/** Burst limit. */
const MAX_AT_ONCE = 15;
/** Time until the quota grows by one: with the burst, thirty a minute, since each title is a row in the history. */
const ROOM_EVERY_MS = 4000;

/**
 * [P88] Rate limit for titles. Beyond it, only the newest waits for its turn. Repeats use no quota but are passed on,
 * since the connection that showed the first may be gone.
 */
export class TitlePace {
  readonly #onTitle: (title: InBandTitle) => void;
  readonly #nowMs: () => number;
  #room = MAX_AT_ONCE;
  #roomAtMs: number;
  #shown: InBandTitle | null = null;
  #waiting: { readonly title: InBandTitle; readonly timer: NodeJS.Timeout } | null = null;

  /** @param onTitle gets each title that may be shown */
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

  /** Drops the waiting title. */
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
