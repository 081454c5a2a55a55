import type { DeckSource } from "../audio/deck-link.ts";
import { createLivedTime, OPEN_LIMIT_MS } from "./deck-monitor.ts";
import type { Deck } from "./deck.ts";
import type { EngineEvent, EnginePlay } from "./engine-protocol.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { isSoonNeedless, type OnAirDecks } from "./spare-deck-rules.ts";

/** Why a deck is prepared. `resume`: continue what the previous engine played. `take`: go on air at once. */
type Purpose = "cue" | "restart" | "resume" | "take";

/** A play on a deck that is not on air. */
export interface Prepared {
  readonly deck: Deck;
  readonly play: EnginePlay;
  readonly purpose: Purpose;
  /** In ms of lived time. */
  readonly sinceMs: number;
}

/** A play may go on air once this many samples are buffered. */
const STARTABLE_SAMPLES = PROGRAMME_RATE_HZ / 2;
/** [P50] A feed arrives only in real time, so this much must be buffered to bridge network pauses. */
const STARTABLE_FEED_SAMPLES = PROGRAMME_RATE_HZ * 1.5;

/**
 * Prepares what comes next on a free deck: one play to take on air, which may have to wait for its sound, plus one
 * other. The rest waits here.
 */
export class CueQueue {
  readonly #decks: readonly Deck[];
  readonly #sourceOf: (play: EnginePlay) => DeckSource;
  readonly #emit: (event: EngineEvent) => void;
  #prepared: Prepared | undefined;
  /** A cued feed that something else precedes: it keeps its deck, since its bytes come only once. */
  #aside: Prepared | undefined;
  readonly #livedMs = createLivedTime(() => performance.now());
  #taking: Prepared | undefined;
  /** Whether the play to take may start now. */
  #isTakeDue = true;
  #isAnnounced = false;
  /** Ordered but not on a deck yet, most urgent first; at most one per purpose. */
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

  /** What may go on air now. */
  get startable(): Prepared | undefined {
    if (this.#isTakeDue && this.isTakeReady) return this.#taking;
    return this.#prepared !== undefined && isStartable(this.#prepared) ? this.#prepared : undefined;
  }

  /** Whether the play to take has sound. */
  get isTakeReady(): boolean {
    return this.#taking !== undefined && isStartable(this.#taking);
  }

  /** Sets whether the play to take is due: until then something else may come on air. */
  setTakeDue(isDue: boolean): void {
    this.#isTakeDue = isDue;
  }

  /** Whether a play is being prepared or waits for a deck; a play to take may make others wait for a long time. */
  get isBusy(): boolean {
    const hasDeck = this.#prepared !== undefined || this.#aside !== undefined;
    return hasDeck || this.#waiting.some(({ purpose }) => purpose !== "take");
  }

  /** Whether the previous engine's play is on its way back. */
  get isResuming(): boolean {
    const purposes = [this.#prepared, ...this.#waiting].map((order) => order?.purpose);
    return purposes.includes("resume");
  }

  /** The decks it is preparing. */
  get decks(): readonly (Deck | undefined)[] {
    return [this.#prepared?.deck, this.#aside?.deck, this.#taking?.deck];
  }

  /** Replaces the cue; null cues nothing. */
  cue(play: EnginePlay | null): void {
    this.#waiting = this.#waiting.filter((order) => order.purpose !== "cue");
    const cued = this.#prepared?.purpose === "cue" ? this.#prepared : this.#aside;
    if (cued !== undefined) {
      if (cued.play.playId === play?.playId) return;
      this.#drop(cued);
    }
    if (play !== null) this.#waiting.push({ play, purpose: "cue" });
  }

  /** Prepares a play that goes on air as soon as it has sound; null cancels it. */
  prepareTake(play: EnginePlay | null): void {
    if (play !== null && this.#taking?.play.playId === play.playId) return;
    this.#waiting = this.#waiting.filter((order) => order.purpose !== "take");
    this.#taking?.deck.unload();
    this.#taking = undefined;
    if (play !== null) this.#waiting.unshift({ play, purpose: "take" });
  }

  /**
   * Prepares a play that precedes the cue. A cue already on a deck comes afterwards; a file is loaded again for that.
   */
  prepareFirst(play: EnginePlay, purpose: "restart" | "resume"): void {
    this.#waiting = this.#waiting.filter((order) => order.purpose !== purpose);
    const prepared = this.#prepared;
    if (prepared?.purpose === "cue" && prepared.play.source.kind === "feed") {
      this.#prepared = undefined;
      this.#aside = prepared;
    } else if (prepared !== undefined) {
      if (prepared.purpose === "cue")
        this.#waiting.push({ play: prepared.play, purpose: prepared.purpose });
      this.#drop(prepared);
    }
    this.#waiting.unshift({ play, purpose });
  }

  /** Hands the startable play over to the programme, which owns the deck until it unloads it. */
  take(): void {
    const taken = this.startable;
    const passedOver = this.#prepared;
    if (taken !== undefined && taken === this.#taking) {
      this.#isTakeDue = true;
      this.#taking = undefined;
      // The play to resume has been overtaken; the cued one still comes next.
      if (passedOver !== undefined && passedOver.purpose !== "cue") this.#drop(passedOver);
    } else this.#prepared = undefined;
  }

  /**
   * Checks the deck's state, announces it, and loads what waits.
   * @param busy decks in use elsewhere
   * @param onAir which of them are audible
   */
  poll(busy: readonly (Deck | undefined)[], onAir: OnAirDecks): void {
    const livedMs = this.#livedMs();
    for (const prepared of [this.#prepared, this.#taking])
      if (prepared !== undefined) this.#check(prepared, livedMs);
    while (this.#loadNext([...busy, ...this.decks], { onAir, livedMs }));
    const isFree =
      this.#prepared === undefined && this.#waiting.every(({ purpose }) => purpose === "take");
    if (this.#aside === undefined || !isFree) return;
    this.#prepared = { ...this.#aside, sinceMs: livedMs };
    this.#aside = undefined;
    this.#isAnnounced = false;
  }

  /** @returns whether a deck was found for something waiting */
  #loadNext(
    busy: readonly (Deck | undefined)[],
    {
      onAir,
      livedMs,
    }: {
      readonly onAir: OnAirDecks;
      readonly livedMs: number;
    },
  ): boolean {
    const deck = freeDeck(this.#decks, busy);
    const order = this.#waiting.find(({ purpose }) => purpose === "take" || !this.#prepared);
    if (deck === undefined || order === undefined) return false;
    if (order.purpose === "cue" && isSoonNeedless(deck, onAir)) return false;
    this.#waiting = this.#waiting.filter((other) => other !== order);
    deck.load(order.play.playId, this.#sourceOf(order.play));
    const prepared = { ...order, deck, sinceMs: livedMs };
    if (order.purpose === "take") this.#taking = prepared;
    else {
      this.#prepared = prepared;
      this.#isAnnounced = false;
    }
    return true;
  }

  #check(prepared: Prepared, livedMs: number): void {
    const { deck, play, purpose } = prepared;
    const again = purpose === "resume" ? null : playAgain(prepared);
    if (again !== null) return this.#reload(prepared, { ...again, sinceMs: livedMs });
    if (isStartable(prepared)) {
      if (purpose === "cue" && !this.#isAnnounced) {
        const bufferedMs = Math.round((deck.available * 1000) / PROGRAMME_RATE_HZ);
        this.#emit({ kind: "cue.ready", playId: play.playId, bufferedMs });
        this.#isAnnounced = true;
      }
      return undefined;
    }
    const failure = failureOf(deck);
    if (failure !== null) return this.#fail(prepared, failure);
    // The feed to take may stay silent indefinitely.
    const isFeed = purpose === "take" && play.source.kind === "feed";
    if (!isFeed && livedMs - prepared.sinceMs > OPEN_LIMIT_MS)
      this.#fail(prepared, "The file could not be opened in time");
    return undefined;
  }

  /** Reopens its file. */
  #reload(prepared: Prepared, { play, isAgain, sinceMs }: PlayAgain & { sinceMs: number }): void {
    prepared.deck.load(play.playId, this.#sourceOf(play), { isAgain });
    const again = { ...prepared, play, sinceMs };
    if (prepared === this.#taking) this.#taking = again;
    else this.#prepared = again;
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
    if (prepared === this.#taking) this.#taking = undefined;
    else if (prepared === this.#aside) this.#aside = undefined;
    else this.#prepared = undefined;
  }
}

/** The free deck that can start soonest; undefined if there is none. */
export function freeDeck(
  decks: readonly Deck[],
  busy: readonly (Deck | undefined)[],
): Deck | undefined {
  const free = decks.filter((candidate) => !busy.includes(candidate));
  // A thread that has not accepted its last order may hang in native code, or has not started yet.
  const idle = free.filter(({ isWaiting }) => !isWaiting);
  return idle.find(({ isUp }) => isUp) ?? idle[0] ?? free[0];
}

/** Why a deck will never have sound; null if it may. A changed file may be whole a moment later. */
export function failureOf(deck: Deck): string | null {
  if (!deck.isComplete || deck.available > 0 || deck.likeness === "judging") return null;
  return deck.status === "failed" ? deck.failure : "The file ends before this place";
}

/** How to reopen a file. */
interface PlayAgain {
  readonly play: EnginePlay;
  /** Whether to compare it with what it was. */
  readonly isAgain: boolean;
}

/**
 * [P14] [P16] Reopens a file that changed while waiting. A file that no longer has the measured sound, or ends before
 * its cue-in, is played whole. null: leave it as it is.
 */
export function playAgain({ deck, play }: Pick<Prepared, "deck" | "play">): PlayAgain | null {
  const { source } = play;
  if (source.kind !== "file" || deck.status === "loading") return null;
  if (deck.isStale) return { play, isAgain: true };
  const isTooShort = deck.status === "ended" && deck.available === 0 && play.offsetMs > 0;
  const isOther = deck.likeness === "other" && (play.offsetMs > 0 || source.cues !== null);
  if (!isTooShort && !isOther) return null;
  return { play: { ...play, offsetMs: 0, source: { ...source, cues: null } }, isAgain: false };
}

/** Whether enough of a file is buffered to start. */
export function hasBeginning(deck: Deck): boolean {
  return isBuffered(deck, STARTABLE_SAMPLES);
}

function isStartable({ deck, play, purpose }: Prepared): boolean {
  // What was on air before this engine started must come back as soon as possible.
  const isBridging = play.source.kind === "feed" && purpose !== "resume";
  return isBuffered(deck, isBridging ? STARTABLE_FEED_SAMPLES : STARTABLE_SAMPLES);
}

function isBuffered({ available, isComplete, likeness }: Deck, enough: number): boolean {
  if (likeness === "judging") return false;
  return available >= enough || (isComplete && available > 0);
}
