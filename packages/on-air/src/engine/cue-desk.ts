import type { DeckSource } from "../audio/deck-link.ts";
import { OPEN_LIMIT_MS } from "./deck-watch.ts";
import type { Deck } from "./deck.ts";
import type { EngineEvent, EnginePlay } from "./engine-protocol.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { createLivedTime } from "./lived-time.ts";

/** What a deck is prepared for. `resume`: to go on with what a former engine played. `take`: to go on air at once. */
export type Purpose = "cue" | "restart" | "resume" | "take";

/** A play on the deck that is not on air. */
export interface Prepared {
  readonly deck: Deck;
  readonly play: EnginePlay;
  readonly purpose: Purpose;
  /** In ms of lived time. */
  readonly sinceMs: number;
}

/** Buffered this much, a play may come on air, in samples. */
const STARTABLE_SAMPLES = PROGRAMME_RATE_HZ / 2;
/** A feed comes in no faster than it is played: so much of it bridges the network's pauses. */
const STARTABLE_FEED_SAMPLES = PROGRAMME_RATE_HZ * 3;

/** Prepares what comes next on whichever deck is free. One play at a time; the rest waits here. */
export class CueDesk {
  readonly #decks: readonly Deck[];
  readonly #sourceOf: (play: EnginePlay) => DeckSource;
  readonly #emit: (event: EngineEvent) => void;
  #prepared: Prepared | undefined;
  readonly #livedMs = createLivedTime(() => performance.now());
  #isAnnounced = false;
  /** Wished for and not on a deck yet, most urgent first; at most one of each purpose. */
  #waiting: { readonly play: EnginePlay; readonly purpose: Purpose }[] = [];

  constructor({
    decks,
    sourceOf,
    emit,
  }: {
    readonly decks: readonly Deck[];
    readonly sourceOf: (play: EnginePlay) => DeckSource;
    readonly emit: (event: EngineEvent) => void;
  }) {
    this.#decks = decks;
    this.#sourceOf = sourceOf;
    this.#emit = emit;
  }

  /** What may come on air now. */
  get startable(): Prepared | undefined {
    const prepared = this.#prepared;
    if (prepared === undefined) return undefined;
    const { available, isComplete } = prepared.deck;
    const isFeed = prepared.play.source.kind === "feed";
    const enough = isFeed ? STARTABLE_FEED_SAMPLES : STARTABLE_SAMPLES;
    return available >= enough || (isComplete && available > 0) ? prepared : undefined;
  }

  /** Whether something is being prepared or waits for a deck. */
  get isBusy(): boolean {
    return this.#prepared !== undefined || this.#waiting.length > 0;
  }

  /** Replaces what is cued; null cues nothing. */
  cue(play: EnginePlay | null): void {
    this.#waiting = this.#waiting.filter((wish) => wish.purpose !== "cue");
    const prepared = this.#prepared;
    if (prepared?.purpose === "cue") {
      if (prepared.play.playId === play?.playId) return;
      this.#drop(prepared);
    }
    if (play !== null) this.#waiting.push({ play, purpose: "cue" });
  }

  /** Prepares a play that goes before the cue; a cue already on the deck is loaded again afterwards. */
  prepareFirst(play: EnginePlay, purpose: Exclude<Purpose, "cue">): void {
    this.#waiting = this.#waiting.filter((wish) => wish.purpose !== purpose);
    const prepared = this.#prepared;
    if (prepared !== undefined) {
      if (prepared.purpose === "cue")
        this.#waiting.push({ play: prepared.play, purpose: prepared.purpose });
      this.#drop(prepared);
    }
    this.#waiting.unshift({ play, purpose });
  }

  /** Hands what was startable over to the programme; the deck is the programme's until it unloads it. */
  take(): void {
    this.#prepared = undefined;
  }

  /** Looks what has become of the deck, announces it, and loads what waits. @param busy decks on air */
  poll(busy: readonly (Deck | undefined)[]): void {
    const prepared = this.#prepared;
    const livedMs = this.#livedMs();
    if (prepared !== undefined) this.#check(prepared, livedMs);
    const free = this.#decks.filter((candidate) => !busy.includes(candidate));
    // A thread that has not taken up its last order may hang in native code.
    const deck = free.find(({ isWaiting }) => !isWaiting) ?? free[0];
    if (this.#prepared !== undefined || deck === undefined) return;
    const wish = this.#waiting.shift();
    if (wish === undefined) return;
    deck.load(wish.play.playId, this.#sourceOf(wish.play));
    this.#prepared = { ...wish, deck, sinceMs: livedMs };
    this.#isAnnounced = false;
  }

  #check(prepared: Prepared, livedMs: number): void {
    const { deck, play } = prepared;
    if (this.startable !== undefined) {
      if (!this.#isAnnounced && prepared.purpose === "cue") {
        const bufferedMs = Math.round((deck.available * 1000) / PROGRAMME_RATE_HZ);
        this.#emit({ kind: "cue.ready", playId: play.playId, bufferedMs });
      }
      this.#isAnnounced = true;
      return;
    }
    if (deck.isComplete && deck.available === 0)
      this.#fail(
        prepared,
        deck.status === "failed" ? deck.failure : "The file ends before this place",
      );
    else if (livedMs - prepared.sinceMs > OPEN_LIMIT_MS)
      this.#fail(prepared, "The file could not be opened in time");
  }

  #fail(prepared: Prepared, detail: string): void {
    const { play, purpose } = prepared;
    this.#drop(prepared);
    if (purpose !== "resume") {
      this.#emit({ kind: "cue.failed", playId: play.playId, detail });
      return;
    }
    const playedSamples = Math.round((play.offsetMs * PROGRAMME_RATE_HZ) / 1000);
    this.#emit({
      kind: "play.ended",
      playId: play.playId,
      playedSamples,
      reason: "failed",
      detail,
    });
  }

  #drop(prepared: Prepared): void {
    prepared.deck.unload();
    this.#prepared = undefined;
  }
}
