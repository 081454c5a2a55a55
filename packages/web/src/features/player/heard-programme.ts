import type { NowPlaying, Play } from "@neonrelay/contract/callers";
import { createContext, use, useSyncExternalStore } from "react";
import {
  elapsedMs,
  liveEdgeMs,
  nextPlayInMs,
  playAt,
  type ProgrammeReading,
} from "./heard-play.ts";

/** Maximum interval while listening, since the position may jump. A known next play is checked exactly on time. */
const POLL_INTERVAL_MS = 100;
/** The live edge doesn't jump: this is how soon a visitor who starts to listen is followed. */
const POLL_LIVE_EDGE_MS = 1000;
/** Minimum interval, in case the sound stalls just before such a moment. */
const LOOK_AFTER_MS = 10;

/** The player of this browser. */
interface Listening {
  /** Programme position of the sound at the speaker; undefined if nothing is heard. */
  readonly heardMs: () => number | undefined;
}

/** What the player panel shows now; null if unknown. */
export interface Progress {
  readonly elapsedMs: number | null;
  readonly durationMs: number | null;
}

/**
 * Follows the programme at the position this visitor hears, or at the live edge when not listening.
 * A store of the play; components read the progress when they render.
 */
export class HeardProgramme {
  readonly #listening: Listening;
  readonly #subscribers = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nowPlaying: NowPlaying | undefined;
  #reading: ProgrammeReading | undefined;
  #serverOffsetMs: number | undefined;
  #pause: { readonly positionMs: number | undefined } | undefined;
  #play: Play | undefined;

  constructor(listening: Listening) {
    this.#listening = listening;
    this.#look();
  }

  get play(): Play | undefined {
    return this.#play;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  recordNowPlaying(nowPlaying: NowPlaying): void {
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
  recordServerClock(clock: { readonly serverNowMs: number; readonly roundTripMs: number }): void {
    this.#serverOffsetMs = clock.serverNowMs + clock.roundTripMs / 2 - performance.now();
  }

  /** While the station is paused, the programme is silent and its progress stands still. */
  recordIsPlaying(isPlaying: boolean): void {
    if (isPlaying) {
      this.#pause = undefined;
      return;
    }
    this.#pause ??= { positionMs: this.#play === undefined ? undefined : this.liveEdgeMs() };
  }

  progress(): Progress {
    const positionMs = this.#positionMs();
    const durationMs = this.#play?.durationMs ?? null;
    if (this.#play === undefined || positionMs === undefined)
      return { elapsedMs: null, durationMs };
    return { elapsedMs: elapsedMs(this.#play, positionMs), durationMs };
  }

  /** Current programme position of the live edge; undefined while unknown. */
  liveEdgeMs(): number | undefined {
    return this.#reading === undefined ? undefined : liveEdgeMs(this.#reading, performance.now());
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    this.#lookAgainLater();
    const play = this.#currentPlay();
    if (samePlay(play, this.#play)) return;
    this.#play = play;
    for (const subscriber of this.#subscribers) subscriber();
  }

  #lookAgainLater(): void {
    clearTimeout(this.#timer);
    const positionMs = this.#followedMs();
    const nextInMs =
      this.#nowPlaying === undefined || positionMs === undefined
        ? undefined
        : nextPlayInMs(this.#nowPlaying, positionMs);
    const mostMs = this.#listening.heardMs() === undefined ? POLL_LIVE_EDGE_MS : POLL_INTERVAL_MS;
    const delayMs = Math.min(mostMs, Math.max(LOOK_AFTER_MS, nextInMs ?? mostMs));
    this.#timer = setTimeout(() => this.#look(), Math.ceil(delayMs));
  }

  #currentPlay(): Play | undefined {
    if (this.#nowPlaying === undefined) return undefined;
    const positionMs = this.#followedMs();
    return positionMs === undefined ? undefined : playAt(this.#nowPlaying, positionMs);
  }

  /** undefined, too, if the pause began before this page knew the programme. */
  #positionMs(): number | undefined {
    const positionMs = this.#followedMs();
    if (positionMs === undefined || this.#pause === undefined) return positionMs;
    if (this.#pause.positionMs === undefined) return undefined;
    return Math.min(positionMs, this.#pause.positionMs);
  }

  #followedMs(): number | undefined {
    return this.#listening.heardMs() ?? this.liveEdgeMs();
  }
}

function samePlay(a: Play | undefined, b: Play | undefined): boolean {
  return a?.id === b?.id && a?.audioStartMs === b?.audioStartMs && a?.track === b?.track;
}

export const HeardProgrammeContext = createContext<HeardProgramme | undefined>(undefined);

export function useHeardProgramme(): HeardProgramme {
  const programme = use(HeardProgrammeContext);
  if (programme === undefined)
    throw new Error("HeardProgrammeContext is missing above this component");
  return programme;
}

/** The play this visitor hears, or the one on air when not listening. */
export function usePlay(): Play | undefined {
  const programme = useHeardProgramme();
  return useSyncExternalStore(programme.subscribe, () => programme.play);
}
