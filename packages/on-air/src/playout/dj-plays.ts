import type { EnginePlay, ToEngine } from "../engine/engine-protocol.ts";
import type { PlanStart } from "../protocol/index.ts";
import type { PlayLedger } from "./play-ledger.ts";
import { enginePlay, type DjPlay, type PlannedPlay, type TrackPlay } from "./plays.ts";
import { msToSamples } from "../programme/programme-clock.ts";
import { whileLiveOf, type WhileLive } from "./timed-rules.ts";

type Take = Extract<ToEngine, { readonly kind: "take" }>;
type Over = Extract<ToEngine, { readonly kind: "over" }>;
type Skip = Extract<ToEngine, { readonly kind: "skip" }>;

/** [P50] Fade-in of a DJ, in ms. */
const TAKE_FADE_MS = 500;
/** How long after the start of a timed item the previous play has faded out, in ms. */
const TIMED_FADE_MS = 1000;
const OPENING_MS = 10_000;

/** A timed item of the plan, which takes over at its time. */
export interface TimedPlay {
  readonly play: TrackPlay;
  /** Position of its first sample in the running engine's count; undefined: as soon as possible. */
  readonly atSamples: number | undefined;
  /** It is heard over DJs, who are lowered by this many dB; undefined: it takes over from the play on air. */
  readonly duckDb: number | undefined;
}

/**
 * A waiting DJ's feed is opened this long before the end of what they wait for, as it is mixed, so that their newest
 * sound is ready.
 */
const READY_SAMPLES = msToSamples(1500);

/** Lets DJs and timed items take over. At most one DJ waits to go on air. */
export class DjHandover {
  readonly #ledger: PlayLedger;
  readonly #send: (message: Take | Over | Skip) => void;
  readonly #engineShiftSamples: () => number;
  /** The DJ who goes on air as soon as their feed has sound. */
  #play: DjPlay | null = null;
  /** The next timed item. */
  #timed: TimedPlay | null = null;
  /** It starts so soon that DJs wait for it. */
  #isTimedFirst = false;
  /** The exact item on air. */
  #exact: {
    readonly playId: string;
    readonly whileLive: WhileLive;
    readonly duckDb: number | undefined;
    /** The DJ it was heard over has left. */
    readonly isLeftAlone: boolean;
    /** Programme position at which the next play starts; null: unknown. */
    readonly endsAtSamples: number | null;
  } | null = null;
  /** Programme position up to which sound has been mixed. */
  #mixedSamples = -Infinity;
  #orderedAtMs = -Infinity;

  constructor({
    ledger,
    send,
    engineShiftSamples,
  }: {
    readonly ledger: PlayLedger;
    readonly send: (message: Take | Over | Skip) => void;
    /** Offset from the running engine's positions to the programme's. */
    readonly engineShiftSamples: () => number;
  }) {
    this.#ledger = ledger;
    this.#send = send;
    this.#engineShiftSamples = engineShiftSamples;
  }

  /** Sound has been mixed up to there. */
  followMix(positionSamples: number): void {
    this.#mixedSamples = positionSamples;
  }

  /** What the engine is opening, since codecs crash there; null once that is long past. */
  get opening(): PlannedPlay | null {
    const isOpening = performance.now() - this.#orderedAtMs < OPENING_MS;
    return isOpening ? (this.#play ?? this.#timed?.play ?? null) : null;
  }

  /** The next timed item. */
  get timed(): TimedPlay | null {
    return this.#timed;
  }

  /** Plays waiting for their sound or their time. */
  get waiting(): readonly (string | undefined)[] {
    return [this.#play?.playId, this.#timed?.play.playId];
  }

  /** Whether DJs must wait for an item of the plan to start or to end. */
  get isHeld(): boolean {
    return this.#isTimedFirst || (this.#isKept && !this.#isNearEnd);
  }

  /** Whether the play on air makes DJs wait. */
  get #isKept(): boolean {
    return this.exactOnAir === "interrupt" || this.#exact?.isLeftAlone === true;
  }

  get #isNearEnd(): boolean {
    const endsAt = this.#exact?.endsAtSamples ?? null;
    return endsAt !== null && this.#mixedSamples >= endsAt - READY_SAMPLES;
  }

  /** What the exact item on air does with DJs; null: there is none. */
  get exactOnAir(): WhileLive | null {
    return this.#exact?.whileLive ?? null;
  }

  /**
   * The orders a new engine needs.
   * @param heard the item that the former engine played over a DJ, from where it continues; null: none
   */
  orders(heard: EnginePlay | null): readonly (Take | Over)[] {
    const { duckDb } = this.#exact ?? {};
    const again =
      heard === null || duckDb === undefined
        ? null
        : ({ kind: "over", play: heard, duckDb, fadeMs: TIMED_FADE_MS } as const);
    return [this.#takeOrder(), this.#overOrder() ?? again].filter((order) => order !== null);
  }

  /** Whether an item is waiting for its time to be heard over DJs. */
  get isOverOrdered(): boolean {
    return this.#timed?.duckDb !== undefined;
  }

  #takeOrder(): Take | null {
    this.#orderedAtMs = performance.now();
    if (this.#play !== null) {
      const play = enginePlay(this.#play, 0);
      const endsAt = this.#isKept ? (this.#exact?.endsAtSamples ?? null) : null;
      if (endsAt === null) return { kind: "take", play, fadeMs: TAKE_FADE_MS };
      return {
        kind: "take",
        play,
        fadeMs: TAKE_FADE_MS,
        atSamples: endsAt - this.#engineShiftSamples(),
      };
    }
    if (this.#timed === null || this.#timed.duckDb !== undefined) return null;
    const { play, atSamples } = this.#timed;
    return { kind: "take", play: enginePlay(play, 0), fadeMs: TIMED_FADE_MS, atSamples };
  }

  #overOrder(): Over | null {
    const { play, atSamples, duckDb } = this.#timed ?? {};
    if (play === undefined || duckDb === undefined) return null;
    this.#orderedAtMs = performance.now();
    return { kind: "over", play: enginePlay(play, 0), duckDb, fadeMs: TIMED_FADE_MS, atSamples };
  }

  /** Puts a DJ on air once their feed has sound; replaces another waiting DJ. */
  take(play: DjPlay): void {
    if (this.#play !== null) this.#ledger.forget(this.#play.playId);
    this.#play = this.#ledger.plan(play);
    this.#sendTake();
  }

  /** Schedules a timed item, replacing an earlier one; null: none. */
  setTimed(timed: TimedPlay | null): void {
    const former = this.#timed;
    if (former === null && timed === null) return;
    if (former !== null && former.play.playId !== timed?.play.playId)
      this.#ledger.forget(former.play.playId);
    if (timed !== null && former?.play.playId !== timed.play.playId) this.#ledger.plan(timed.play);
    this.#setTimed(timed);
    const kinds = [former, timed].flatMap((each) => (each === null ? [] : [isOver(each)]));
    if (kinds.includes(true)) this.#sendOver();
    if (kinds.includes(false) && this.#play === null) this.#sendTake();
  }

  /** Puts the item before DJs without sound. @returns the DJ's play that was cancelled; null: none */
  putTimedFirst(): DjPlay | null {
    if (this.#timed === null) return null;
    const postponed = this.#play;
    this.#isTimedFirst = true;
    this.#play = null;
    // It stays planned: the engine may have just started it.
    if (postponed !== null) this.#sendTake();
    return postponed;
  }

  /** Takes a DJ off air or cancels their turn; the cue comes next. */
  end({ playId, fadeMs }: { readonly playId: string; readonly fadeMs: number }): void {
    if (this.#play?.playId !== playId) return this.#send({ kind: "skip", playId, fadeMs });
    this.#ledger.forget(playId);
    this.#play = null;
    return this.#sendTake();
  }

  /**
   * That play is on air.
   * @param start of its item of the plan; undefined: it is from elsewhere
   * @param endsAtSamples programme position at which the next play starts; null: unknown
   */
  started(
    playId: string,
    {
      start,
      endsAtSamples,
    }: { readonly start: PlanStart | undefined; readonly endsAtSamples: number | null },
  ): void {
    if (start?.kind === "exact")
      this.#exact = {
        playId,
        whileLive: whileLiveOf(start),
        duckDb: start.duckDb,
        isLeftAlone: false,
        endsAtSamples,
      };
    this.forget(playId);
  }

  /** That play is on air, or never will be. */
  forget(playId: string): void {
    if (this.#timed?.play.playId === playId) this.#setTimed(null);
    if (this.#play?.playId !== playId) return;
    this.#play = null;
    if (this.#timed !== null && !isOver(this.#timed)) this.#sendTake();
  }

  /** The DJ below that play has left: [P39]. */
  leftAlone(playId: string): void {
    if (this.#exact?.playId === playId) this.#exact = { ...this.#exact, isLeftAlone: true };
  }

  /** That play is over. */
  ended(playId: string): void {
    if (this.#exact?.playId === playId) this.#exact = null;
  }

  #setTimed(timed: TimedPlay | null): void {
    if (timed?.play.playId !== this.#timed?.play.playId) this.#isTimedFirst = false;
    this.#timed = timed;
  }

  #sendTake(): void {
    this.#send(this.#takeOrder() ?? { kind: "take", play: null, fadeMs: 0 });
  }

  #sendOver(): void {
    this.#send(this.#overOrder() ?? { kind: "over", play: null, duckDb: 0, fadeMs: 0 });
  }
}

function isOver({ duckDb }: TimedPlay): boolean {
  return duckDb !== undefined;
}
