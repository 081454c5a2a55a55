import type { DeckSource } from "../audio/deck-link.ts";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import type { Situation } from "./change-rules.ts";
import { CueQueue, type Prepared } from "./cue-queue.ts";
import type { Deck } from "./deck.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent, type EnginePlay } from "./engine-protocol.ts";
import { RAMP_SAMPLES } from "./join-rules.ts";
import { VoiceOverMixer } from "./voice-over-mixer.ts";
import type { OnAirDecks } from "./spare-deck-rules.ts";
import { isDj, trackVoice, type TrackVoice } from "./voice.ts";

/** A change still running this long before a set time is cut short. */
const HURRY_SAMPLES = MIX_FRAME_SAMPLES + 2 * RAMP_SAMPLES;

/** What comes on air next, on decks of its own: the cue, a take-over, or an item over a DJ. */
export class ComingVoices {
  readonly cues: CueQueue;
  readonly over: VoiceOverMixer;
  #takeSamples = 0;
  /** Programme position at which the play to take starts; null: as soon as it has sound. */
  #takeAtSamples: number | null = null;
  /** An item meant to be heard over a DJ is due, but there is no DJ. */
  #isOverAlone = false;

  constructor(parts: {
    readonly decks: readonly Deck[];
    readonly sourceOf: (play: EnginePlay) => DeckSource;
    readonly emit: (event: EngineEvent) => void;
  }) {
    this.cues = new CueQueue(parts);
    this.over = new VoiceOverMixer(parts);
  }

  /** The caller polls afterwards. @param positionSamples of the next sample to mix */
  take(
    {
      play,
      fadeMs,
      atSamples,
    }: {
      readonly play: EnginePlay | null;
      readonly fadeMs: number;
      readonly atSamples?: number | undefined;
    },
    positionSamples: number,
  ): void {
    this.#takeSamples = Math.round((fadeMs * PROGRAMME_RATE_HZ) / 1000);
    this.#takeAtSamples = atSamples ?? null;
    this.#checkTake(positionSamples);
    this.cues.prepareTake(play);
  }

  /** @param onAir the audible decks */
  poll(onAir: OnAirDecks): void {
    this.cues.poll([...onAir.decks, ...this.over.decks], onAir);
    this.over.poll([...onAir.decks, ...this.cues.decks]);
  }

  /**
   * Starts what is due: an item over a DJ right here, anything else by a change.
   * @returns whether a running change must end soon
   */
  startDue(positionSamples: number, { hasDj }: { readonly hasDj: boolean }): boolean {
    const takeIn = this.#checkTake(positionSamples) ?? Infinity;
    const overIn = this.cues.isResuming ? undefined : this.over.untilDue(positionSamples);
    this.#isOverAlone = overIn === 0 && !hasDj;
    if (hasDj && overIn !== undefined) this.over.follow(positionSamples);
    return Math.min(takeIn, hasDj ? Infinity : (overIn ?? Infinity)) <= HURRY_SAMPLES;
  }

  /** The same while the station is paused: nothing is heard over anything. */
  startDueWhilePaused(positionSamples: number): void {
    this.#checkTake(positionSamples);
    this.#isOverAlone = false;
  }

  /** How much may be mixed until something is due. */
  step(positionSamples: number): number {
    return Math.min(this.#takeIn(positionSamples) ?? Infinity, this.over.step(positionSamples));
  }

  get situation(): Pick<Situation, "next" | "isPreparing" | "takeSamples" | "isTakeTimed"> {
    const isOver = this.#isOverAlone;
    return {
      next: this.#next,
      isPreparing: this.cues.isBusy,
      takeSamples: isOver ? this.over.fadeSamples : this.#takeSamples,
      isTakeTimed: isOver || this.#takeAtSamples !== null,
    };
  }

  /** Hands the next voice over to the programme, which owns its deck from then on. */
  begin({
    outSamples,
  }: {
    /** How long the outgoing voice stays audible. */ readonly outSamples: number;
  }): {
    /** undefined: nothing comes. */
    readonly voice: TrackVoice | undefined;
    readonly isResumed: boolean;
    /** It was already heard over the outgoing voice. */
    readonly isHeard: boolean;
    /** The gain that the outgoing voice had. */
    readonly level: number;
  } {
    const next = this.#next;
    const over = this.over.handOver(next);
    this.#isOverAlone = false;
    if (over === undefined && next !== undefined) {
      this.cues.take();
      if (next.purpose === "take") this.#takeAtSamples = null;
    }
    const voice = over?.voice ?? (next === undefined ? undefined : trackVoice(next));
    const isNextDj = voice !== undefined && isDj(voice);
    return {
      voice,
      isResumed: next?.purpose === "resume",
      isHeard: over?.isHeard === true,
      level: isNextDj ? 1 : this.over.giveWay(outSamples),
    };
  }

  /** What the next change puts on air. */
  get #next(): Prepared | undefined {
    if (this.#isOverAlone) return this.over.comingNext;
    const { startable } = this.cues;
    // [P39] An item heard over a DJ goes on when the DJ leaves.
    return startable?.purpose === "take" ? startable : (this.over.heardNext ?? startable);
  }

  /** Samples until a timed play starts; undefined if none is ahead. */
  #takeIn(positionSamples: number): number | undefined {
    if (this.#takeAtSamples === null || !this.cues.isTakeReady) return undefined;
    const samples = this.#takeAtSamples - positionSamples;
    return samples > 0 ? samples : undefined;
  }

  /** Starts a timed play once it is due. @returns see `#takeIn` */
  #checkTake(positionSamples: number): number | undefined {
    const takeIn = this.#takeIn(positionSamples);
    this.cues.setTakeDue(takeIn === undefined);
    return takeIn;
  }
}
