import type { DeckSource } from "../audio/deck-link.ts";
import type { Prepared } from "./cue-queue.ts";
import { failureOf, freeDeck, hasBeginning, playAgain } from "./cue-queue.ts";
import type { Deck } from "./deck.ts";
import { createLivedTime, OPEN_LIMIT_MS } from "./deck-monitor.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent, type EnginePlay } from "./engine-protocol.ts";
import { OverVoice } from "./over-voice.ts";
import { cueInMsOf, describeDryness, trackVoice, type TrackVoice } from "./voice.ts";
import { gainOfDb, GainRamp } from "./volume.ts";

/** [P38] How long the level of the voice below takes to fall and to rise. */
const DUCK_SAMPLES = Math.round(PROGRAMME_RATE_HZ * 0.3);

/** What plays over a DJ. */
export interface OverOrder {
  readonly play: EnginePlay;
  /** By how much the DJ is lowered, in dB. */
  readonly duckDb: number;
  /** How long what it replaces fades out. */
  readonly fadeMs: number;
  /** Programme position of its first sample; undefined: as soon as it has sound. */
  readonly atSamples: number | undefined;
}

/** An order waiting for its time. */
interface Coming {
  readonly order: OverOrder;
  /** undefined: it is waiting for a deck. */
  readonly deck: Deck | undefined;
  /** In ms of lived time. */
  readonly sinceMs: number;
}

interface OverParts {
  readonly decks: readonly Deck[];
  readonly sourceOf: (play: EnginePlay) => DeckSource;
  readonly emit: (event: EngineEvent) => void;
}

/** [P38] Items played over a DJ, whose level is lowered meanwhile: the next item, and the one on air. */
export class VoiceOverMixer {
  readonly #parts: OverParts;
  readonly #livedMs = createLivedTime(() => performance.now());
  readonly #duck = new GainRamp(1);
  #coming: Coming | undefined;
  #heard: OverVoice | undefined;
  /** An item replaced by another, until it has faded out. */
  #leaving: OverVoice | undefined;

  constructor(parts: OverParts) {
    this.#parts = parts;
  }

  /** Replaces the next item; null: there is none. An item that has started goes on. */
  prepare(order: OverOrder | null): void {
    const { play } = order ?? {};
    if (play !== undefined && this.#heard?.playId === play.playId) return;
    const coming = this.#coming;
    if (order !== null && coming?.order.play.playId === play?.playId && coming !== undefined) {
      this.#coming = { ...coming, order };
      return;
    }
    coming?.deck?.unload();
    this.#coming =
      order === null ? undefined : { order, deck: undefined, sinceMs: this.#livedMs() };
    if (this.#heard === undefined) this.#duck.rampTo(1, DUCK_SAMPLES);
  }

  /** Its decks. */
  get decks(): readonly (Deck | undefined)[] {
    return [this.#coming?.deck, this.#heard?.deck, this.#leaving?.deck];
  }

  /** Finds a deck for the next item, and reports one that can't be opened. @param busy decks of others */
  poll(busy: readonly (Deck | undefined)[]): void {
    const livedMs = this.#livedMs();
    const coming = this.#coming;
    if (coming === undefined) return;
    const { play } = coming.order;
    if (coming.deck === undefined) {
      const deck = freeDeck(this.#parts.decks, [...busy, ...this.decks]);
      deck?.load(play.playId, this.#parts.sourceOf(play));
      if (deck !== undefined) this.#coming = { ...coming, deck, sinceMs: livedMs };
      return;
    }
    const { deck } = coming;
    const again = playAgain({ deck, play });
    if (again !== null) {
      deck.load(play.playId, this.#parts.sourceOf(again.play), { isAgain: again.isAgain });
      this.#coming = { order: { ...coming.order, play: again.play }, deck, sinceMs: livedMs };
      return;
    }
    if (hasBeginning(deck)) return;
    const failure = failureOf(deck);
    if (failure === null && livedMs - coming.sinceMs <= OPEN_LIMIT_MS) return;
    const detail = failure ?? "The file could not be opened in time";
    this.prepare(null);
    this.#parts.emit({ kind: "cue.failed", playId: play.playId, detail });
  }

  /** Samples until the next item is due; undefined: there is none, or it has no sound yet. */
  untilDue(positionSamples: number): number | undefined {
    const { deck, order } = this.#coming ?? {};
    if (order === undefined || deck === undefined || !hasBeginning(deck)) return undefined;
    return Math.max(0, (order.atSamples ?? positionSamples) - positionSamples);
  }

  /** How long what it replaces fades out, in samples. */
  get fadeSamples(): number {
    return Math.round(((this.#coming?.order.fadeMs ?? 0) * PROGRAMME_RATE_HZ) / 1000);
  }

  /** Lowers the DJ on air ahead of the item's time, and starts the item on time. */
  follow(positionSamples: number): void {
    const until = this.untilDue(positionSamples);
    if (this.#coming === undefined || until === undefined || until > DUCK_SAMPLES) return;
    const gain = gainOfDb(-this.#coming.order.duckDb);
    if (until > 0 && this.#duck.target !== gain) this.#duck.rampTo(gain, until);
    if (until > 0) return;
    if (this.#duck.target !== gain) this.#duck.rampTo(gain, DUCK_SAMPLES);
    const { fadeSamples } = this;
    const voice = this.#take();
    if (voice === undefined) return;
    this.#leave(fadeSamples);
    this.#heard = new OverVoice(voice);
    this.#parts.emit({
      kind: "over.started",
      playId: voice.play.playId,
      audioStartSamples: positionSamples - voice.fileSamples,
    });
  }

  /** How much may be mixed until `follow` has something to do. */
  step(positionSamples: number): number {
    const until = this.untilDue(positionSamples) ?? Infinity;
    return until > DUCK_SAMPLES ? until - DUCK_SAMPLES : until > 0 ? until : Infinity;
  }

  /** The next item, which takes over if there is no DJ. */
  get comingNext(): Prepared | undefined {
    const { deck, order, sinceMs } = this.#coming ?? {};
    if (deck === undefined || order === undefined || sinceMs === undefined) return undefined;
    return { deck, play: order.play, purpose: "take", sinceMs };
  }

  /** The item on air, which may have the air to itself. */
  get heardNext(): Prepared | undefined {
    if (this.#heard === undefined || this.#heard.isEnding) return undefined;
    const { deck, play } = this.#heard;
    return { deck, play, purpose: "cue", sinceMs: 0 };
  }

  /**
   * Hands its deck over to the programme.
   * @param next one of the two above
   * @returns undefined: it is from elsewhere
   */
  handOver(
    next: Prepared | undefined,
  ): { readonly voice: TrackVoice; readonly isHeard: boolean } | undefined {
    const playId = next?.play.playId;
    const heard = this.#heard;
    if (heard !== undefined && heard.playId === playId) {
      this.#heard = undefined;
      return { voice: heard.voice, isHeard: true };
    }
    const voice = this.#coming?.order.play.playId === playId ? this.#take() : undefined;
    return voice === undefined ? undefined : { voice, isHeard: false };
  }

  /** Something other than a DJ comes on air. @returns the gain that the outgoing voice had */
  giveWay(fadeSamples: number): number {
    this.#leave(fadeSamples);
    const level = this.#duck.value;
    this.#duck.rampTo(1, 0);
    return level;
  }

  /** The item on air. */
  get heardVoice(): TrackVoice | undefined {
    return this.#heard?.voice;
  }

  isStarvedOf(samples: number): boolean {
    return this.#heard?.isStarvedOf(samples) === true;
  }

  /** Drops items that starve the programme. */
  giveUp(): void {
    if (this.#heard === undefined) return;
    const { detail } = describeDryness(this.#heard.voice);
    this.#heard.fadeOut(0, { reason: "failed", detail });
    this.#tidy();
  }

  /** Lowers that stretch of the mix, and adds the items to it. */
  mix(target: Float32Array, { at, count }: { readonly at: number; readonly count: number }): void {
    this.#duck.apply(target, at, count);
    this.#heard?.mix(target, { at, count });
    this.#leaving?.mix(target, { at, count });
    this.#tidy();
  }

  #leave(samples: number): void {
    if (this.#heard === undefined) return;
    this.#end(this.#leaving);
    this.#leaving = this.#heard;
    this.#heard = undefined;
    this.#leaving.fadeOut(samples, { reason: "skipped", detail: null });
  }

  /** Reports items that have ended; the DJ's level rises again. */
  #tidy(): void {
    if (this.#leaving?.isOver === true) {
      this.#end(this.#leaving);
      this.#leaving = undefined;
    }
    if (this.#heard?.isOver !== true) return;
    this.#end(this.#heard);
    this.#heard = undefined;
    this.#duck.rampTo(1, DUCK_SAMPLES);
  }

  #end(over: OverVoice | undefined): void {
    if (over === undefined) return;
    const { play, fileSamples } = over.voice;
    const cueIn = Math.round((cueInMsOf(play) * PROGRAMME_RATE_HZ) / 1000);
    const playedSamples = Math.max(0, fileSamples - cueIn);
    this.#parts.emit({ kind: "play.ended", playId: play.playId, playedSamples, ...over.ending });
    over.deck.unload();
  }

  #take(): TrackVoice | undefined {
    const { deck, order } = this.#coming ?? {};
    this.#coming = undefined;
    return deck === undefined || order === undefined
      ? undefined
      : trackVoice({ deck, play: order.play });
  }
}
