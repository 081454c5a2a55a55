import type { NowPlaying, Play } from "@neonrelay/contract";
import { elapsedMs, liveEdgeMs, playAt } from "./heard-play.ts";
import type { ProgrammeReading } from "./heard-play.ts";

/** Fine enough that a title changes with the sound, coarse enough to cost nothing. */
const LOOK_EVERY_MS = 100;

/** Whoever plays the stream in this browser. */
export interface Listening {
  /** Programme position of the sound at the speaker; undefined when nothing is heard. */
  readonly heardMs: () => number | undefined;
}

/** What the player panel shows at this moment; null where it is not known. */
export interface Progress {
  readonly elapsedMs: number | null;
  readonly durationMs: number | null;
}

/**
 * Follows the programme at the position this visitor hears, or at the live edge when not listening.
 * A store of the play; progress is read by whoever draws it.
 */
export class Programme {
  readonly #listening: Listening;
  readonly #subscribers = new Set<() => void>();
  readonly #timer: ReturnType<typeof setInterval>;
  #nowPlaying: NowPlaying | undefined;
  #reading: ProgrammeReading | undefined;
  #serverOffsetMs: number | undefined;
  #pause: { readonly positionMs: number | undefined } | undefined;
  #play: Play | undefined;

  constructor(listening: Listening) {
    this.#listening = listening;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  get play(): Play | undefined {
    return this.#play;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  noteNowPlaying(nowPlaying: NowPlaying): void {
    this.#nowPlaying = nowPlaying;
    const nowMs = performance.now();
    const offsetMs = this.#serverOffsetMs ?? nowPlaying.serverNowMs - nowMs;
    this.#reading = {
      positionMs: nowPlaying.positionMs,
      readAtMs: nowPlaying.serverNowMs - offsetMs,
    };
    this.#look();
  }

  /** The server's clock, from a `pong`; makes a reading that waited in a queue exact. */
  noteServerClock(clock: { readonly serverNowMs: number; readonly roundTripMs: number }): void {
    this.#serverOffsetMs = clock.serverNowMs + clock.roundTripMs / 2 - performance.now();
  }

  /** While the station is paused the programme is silent and its progress stands. */
  noteIsPlaying(isPlaying: boolean): void {
    if (isPlaying) {
      this.#pause = undefined;
      return;
    }
    this.#pause ??= { positionMs: this.#play === undefined ? undefined : this.#liveEdgeMs() };
  }

  progress(): Progress {
    const positionMs = this.#positionMs();
    const durationMs = this.#play?.durationMs ?? null;
    if (this.#play === undefined || positionMs === undefined)
      return { elapsedMs: null, durationMs };
    return { elapsedMs: elapsedMs(this.#play, positionMs), durationMs };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const play = this.#currentPlay();
    if (samePlay(play, this.#play)) return;
    this.#play = play;
    for (const subscriber of this.#subscribers) subscriber();
  }

  #currentPlay(): Play | undefined {
    if (this.#nowPlaying === undefined) return undefined;
    const positionMs = this.#listening.heardMs() ?? this.#liveEdgeMs();
    return positionMs === undefined ? undefined : playAt(this.#nowPlaying, positionMs);
  }

  /** undefined also when the pause began before this page knew the programme. */
  #positionMs(): number | undefined {
    const positionMs = this.#listening.heardMs() ?? this.#liveEdgeMs();
    if (positionMs === undefined || this.#pause === undefined) return positionMs;
    if (this.#pause.positionMs === undefined) return undefined;
    return Math.min(positionMs, this.#pause.positionMs);
  }

  #liveEdgeMs(): number | undefined {
    return this.#reading === undefined ? undefined : liveEdgeMs(this.#reading, performance.now());
  }
}

function samePlay(a: Play | undefined, b: Play | undefined): boolean {
  return a?.id === b?.id && a?.audioStartMs === b?.audioStartMs && a?.track === b?.track;
}
