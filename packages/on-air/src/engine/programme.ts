import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { RING_SAMPLES } from "../audio/pcm-ring.ts";
import type { FrameLabel } from "./block-writer.ts";
import {
  decideChange,
  decideChangeWhilePaused,
  fadeOver,
  type Change,
  type Situation,
} from "./change-rules.ts";
import { CueDesk } from "./cue-desk.ts";
import type { Deck } from "./deck.ts";
import type { DeckSource } from "../audio/deck-link.ts";
import { EmergencyLoop } from "./emergency-loop.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent, type EnginePlay } from "./engine-protocol.ts";
import { fadeStep, finishFade, hurryFade, isFromHeard, mixFade, type Fade } from "./fade.ts";
import { FileSilence } from "./file-silence.ts";
import { OperatorGains, type OperatorFade } from "./operator-gains.ts";
import { planJoin, RAMP_SAMPLES } from "./join-rules.ts";
import type { MixPlacement } from "./outputs.ts";
import {
  cueInMsOf,
  enterVoice,
  isDry,
  labelOf,
  mixVoice,
  moveFeed,
  passWhilePaused,
  tellOfDryness,
  trackVoice,
  type FeedPlace,
  type TrackVoice,
  type Voice,
} from "./voice.ts";

/** 20 s, of which some were heard when this much has come. */
const SILENT_FEED_SAMPLES = 20 * PROGRAMME_RATE_HZ;
/** Less than this is too little: a frame, and enough to fade out when it has to be given up. */
const STARVED_SAMPLES = MIX_FRAME_SAMPLES + RAMP_SAMPLES;

/**
 * What is heard, sample by sample: the current voice, the one it replaces while they overlap, and when to change.
 * Lives on the clock thread; nothing in it waits.
 */
export class Programme {
  readonly #emit: (event: EngineEvent) => void;
  readonly #desk: CueDesk;
  readonly #emergency: Voice;
  readonly #grid: MixPlacement;
  readonly #startSamples: number;
  readonly #crossfadeSamples: number;
  readonly #gains: OperatorGains;
  readonly #fileSilence = new FileSilence();
  #current: Voice;
  #fade: Fade | undefined;
  #skipSamples: number | undefined;
  #takeSamples = 0;
  #mixed = 0;
  /** Silence owed before the first sound, so that it begins at the start position and not in the pre-roll. */
  #leadIn: number;

  constructor({
    decks,
    start,
    grid,
    emergencyPcm,
    sourceOf,
    emit,
  }: {
    readonly decks: readonly Deck[];
    readonly start: {
      readonly positionSamples: number;
      readonly crossfadeMs: number;
      readonly isPlaying: boolean;
      readonly isFadedOut: boolean;
      readonly volume: number;
      readonly current: EnginePlay | null;
    };
    /** Where what is mixed is heard. */
    readonly grid: MixPlacement;
    readonly emergencyPcm: Float32Array;
    /** What a deck is to be given for a play. */
    readonly sourceOf: (play: EnginePlay) => DeckSource;
    readonly emit: (event: EngineEvent) => void;
  }) {
    this.#emit = emit;
    this.#grid = grid;
    this.#desk = new CueDesk({ decks, sourceOf, emit });
    this.#emergency = { kind: "emergency", loop: new EmergencyLoop(emergencyPcm) };
    this.#current = this.#emergency;
    this.#startSamples = start.positionSamples;
    const wanted = Math.round((start.crossfadeMs * PROGRAMME_RATE_HZ) / 1000);
    this.#crossfadeSamples = Math.min(wanted, RING_SAMPLES / 2);
    this.#gains = new OperatorGains(start, emit);
    this.#leadIn = start.isPlaying ? grid.preRollSamples : 0;
    if (start.current !== null) this.#resume(start.current);
  }

  #resume(play: EnginePlay): void {
    const offset = Math.round((play.offsetMs * PROGRAMME_RATE_HZ) / 1000);
    const early = Math.min(offset, this.#grid.preRollSamples);
    this.#leadIn -= Math.min(early, this.#leadIn);
    const offsetMs = ((offset - early) * 1000) / PROGRAMME_RATE_HZ;
    this.#desk.prepareFirst({ ...play, offsetMs }, "resume");
    this.poll();
  }

  /** Samples mixed since the start, pre-roll included. */
  get mixedSamples(): number {
    return this.#mixed;
  }

  get isEmergency(): boolean {
    return this.#current.kind === "emergency";
  }

  /** Whether a track can begin at once. */
  get isStartable(): boolean {
    return this.#desk.startable !== undefined;
  }

  /** Whether a track is on its way. */
  get isPreparing(): boolean {
    return this.#desk.isBusy;
  }

  cue(play: EnginePlay | null): void {
    this.#desk.cue(play);
    this.poll();
  }

  /** Goes over to that play as soon as it can start; null: to none. */
  take({ play, fadeMs }: { readonly play: EnginePlay | null; readonly fadeMs: number }): void {
    this.#takeSamples = Math.round((fadeMs * PROGRAMME_RATE_HZ) / 1000);
    this.#desk.prepareTake(play);
    this.poll();
  }

  /** Goes over to what is cued as soon as that can start; with nothing cued, to the emergency loop. */
  skip({ playId, fadeMs }: { readonly playId: string; readonly fadeMs: number }): void {
    if (this.#current.kind === "emergency" || this.#current.play.playId !== playId) return;
    this.#skipSamples = Math.round((fadeMs * PROGRAMME_RATE_HZ) / 1000);
    this.#shorten(hurryFade);
  }

  restart(playId: string): void {
    if (this.#current.kind === "emergency") return;
    const { play } = this.#current;
    this.#desk.prepareFirst({ ...play, playId, offsetMs: cueInMsOf(play) }, "restart");
    this.#shorten(hurryFade);
  }

  setPlaying(isPlaying: boolean): void {
    if (this.#gains.setPlaying(isPlaying) && this.#current.kind === "track")
      this.#emit({
        kind: "play.moved",
        playId: this.#current.play.playId,
        audioStartSamples: this.#position(0) - this.#current.fileSamples,
      });
  }

  setVolume(volume: number): void {
    this.#gains.setVolume(volume);
  }

  fade(fade: OperatorFade): void {
    this.#gains.fade(fade);
  }

  /** Looks after the deck that is not on air. Called before each frame, and while waiting for the first. */
  poll(): void {
    const from = this.#fade?.from;
    this.#desk.poll([
      this.#current.kind === "track" ? this.#current.deck : undefined,
      from?.kind === "track" ? from.deck : undefined,
    ]);
  }

  /** Whether a deck on air has too little for a frame and has not said that this is its end. */
  get isStarved(): boolean {
    if (this.#gains.isPaused) return false;
    return (
      isDry(this.#current, STARVED_SAMPLES) ||
      (this.#fade !== undefined &&
        isFromHeard(this.#fade) &&
        isDry(this.#fade.from, STARVED_SAMPLES))
    );
  }

  /**
   * Gives up a deck that starves the programme; what comes next begins with the next frame.
   * @returns whether it read a file, which has no reason to run dry
   */
  giveUpStarved(): boolean {
    const former = tellOfDryness(this.#fade?.from ?? this.#current);
    this.#shorten(finishFade);
    this.#endFadeIfOver();
    if (!isDry(this.#current, STARVED_SAMPLES)) return former.isFile;
    const { isFile, detail } = tellOfDryness(this.#current);
    this.#changeTo(fadeOver(RAMP_SAMPLES, { reason: "failed", detail }), 0);
    return isFile;
  }

  /** Mixes the next MIX_FRAME_SAMPLES into `target`. */
  produce(target: Float32Array): FrameLabel {
    target.fill(0);
    this.poll();
    if (this.#gains.isPaused) this.#changeWhilePaused();
    else if (this.#leadIn === 0) this.#changeIfDue(0);
    const label = this.#label();
    let at = 0;
    while (at < MIX_FRAME_SAMPLES && !this.#gains.isPaused) at += this.#mixSegment(target, at);
    if (at < MIX_FRAME_SAMPLES) passWhilePaused(this.#current, MIX_FRAME_SAMPLES - at);
    const isOpen = this.#fade === undefined && this.#gains.isOpen && !this.#gains.isSilent;
    const silent = this.#fileSilence.add(target, { voice: this.#current, isOpen });
    if (silent !== null) this.#emit({ kind: "play.silent", playId: silent });
    this.#gains.applyVolume(target);
    this.#mixed += MIX_FRAME_SAMPLES;
    return label;
  }

  #label(): FrameLabel {
    const fade = this.#fade;
    const frame = this.#mixed / MIX_FRAME_SAMPLES;
    const voice = fade !== undefined && frame < fade.labelFrame ? fade.from : this.#current;
    if (voice.kind === "track" && voice.feed !== null) this.#followFeed(voice, voice.feed);
    return labelOf(voice, this.#gains.isSilent);
  }

  /** Tells what is new about a feed at the frame that is about to be mixed. */
  #followFeed({ play: { playId }, deck }: TrackVoice, feed: FeedPlace): void {
    if (moveFeed(feed, deck) && feed.mark !== null) {
      const positionSamples = this.#positionOfLabel(this.#mixed / MIX_FRAME_SAMPLES);
      this.#emit({ kind: "play.marked", playId, mark: feed.mark, positionSamples });
    }
    const isSilent = deck.silentSamples >= SILENT_FEED_SAMPLES;
    if (isSilent && !feed.isSilent) this.#emit({ kind: "play.silent", playId });
    feed.isSilent = isSilent;
  }

  /** Mixes up to the next change of any kind. @returns how many samples */
  #mixSegment(target: Float32Array, at: number): number {
    const room = MIX_FRAME_SAMPLES - at;
    if (this.#leadIn > 0) {
      const silence = Math.min(room, this.#leadIn);
      this.#leadIn -= silence;
      return silence;
    }
    this.#changeIfDue(at);
    const fade = this.#fade;
    const joinIn = fade === undefined ? planJoin(this.#situation)?.dueInSamples : undefined;
    let count = Math.min(room, joinIn ?? room, this.#gains.step);
    if (fade !== undefined) count = Math.min(count, fadeStep(fade));
    count = Math.max(1, count);
    if (fade === undefined) mixVoice(this.#current, target, { at, count, gainFrom: 1, gainTo: 1 });
    else mixFade(fade, target, { to: this.#current, at, count });
    this.#gains.apply(target, at, count);
    return count;
  }

  get #situation(): Situation {
    return {
      current: this.#current,
      next: this.#desk.startable,
      isPreparing: this.#desk.isBusy,
      skipSamples: this.#skipSamples,
      takeSamples: this.#takeSamples,
      crossfadeSamples: this.#crossfadeSamples,
      isFirstSound: this.#mixed <= this.#grid.preRollSamples,
    };
  }

  #changeIfDue(at: number): void {
    this.#endFadeIfOver();
    if (this.#fade !== undefined) return;
    const change = decideChange(this.#situation);
    if (change !== undefined) this.#changeTo(change, at);
  }

  #changeWhilePaused(): void {
    this.#leadIn = 0;
    const situation = this.#situation;
    const change = decideChangeWhilePaused(situation);
    if (change === undefined) return;
    this.#shorten(finishFade);
    this.#endFadeIfOver();
    this.#changeTo(change, 0);
  }

  /** Goes over to what is prepared, else to the emergency loop, from sample `at` of the frame. */
  #changeTo({ outSamples, inSamples, ending }: Change, at: number): void {
    const next = this.#desk.startable;
    if (next !== undefined) this.#desk.take();
    const voice = next === undefined ? this.#emergency : enterVoice(trackVoice(next));
    const middle = this.#mixed + at + inSamples / 2;
    // A frame that has been begun has its label already.
    const firstFree = Math.ceil((this.#mixed + at) / MIX_FRAME_SAMPLES);
    const labelFrame = Math.max(Math.round(middle / MIX_FRAME_SAMPLES), firstFree);
    this.#fade = {
      from: this.#current,
      ending,
      level: next === undefined || next.purpose === "resume" ? 1 : this.#gains.openFader(),
      out: { length: outSamples, done: 0 },
      in: { length: inSamples, done: 0 },
      labelFrame,
    };
    this.#current = voice;
    this.#skipSamples = undefined;
    if (voice.kind === "track")
      this.#emit({
        kind: "play.started",
        playId: voice.play.playId,
        audioStartSamples: this.#position(at) - voice.fileSamples,
        titleSamples: this.#positionOfLabel(labelFrame),
        mark: voice.feed?.mark ?? null,
      });
    this.#endFadeIfOver();
  }

  /** A running fade ends early, and the title that was to change in its middle changes with the next frame. */
  #shorten(shortenFade: (fade: Fade) => void): void {
    const fade = this.#fade;
    if (fade === undefined) return;
    shortenFade(fade);
    const frame = this.#mixed / MIX_FRAME_SAMPLES;
    if (this.#current.kind !== "track" || fade.labelFrame <= frame) return;
    fade.labelFrame = frame;
    const { playId } = this.#current.play;
    this.#emit({ kind: "play.hurried", playId, titleSamples: this.#positionOfLabel(frame) });
  }

  #endFadeIfOver(): void {
    const fade = this.#fade;
    if (fade === undefined || fadeStep(fade) > 0) return;
    this.#fade = undefined;
    if (fade.from.kind === "emergency") return;
    const { play, fileSamples } = fade.from;
    const cueIn = Math.round((cueInMsOf(play) * PROGRAMME_RATE_HZ) / 1000);
    this.#emit({
      kind: "play.ended",
      playId: play.playId,
      playedSamples: Math.max(0, fileSamples - cueIn),
      ...fade.ending,
    });
    fade.from.deck.unload();
  }

  #positionOfLabel(frame: number): number {
    return this.#startSamples + this.#grid.startOfLabel(frame);
  }

  #position(at: number): number {
    return this.#startSamples + this.#grid.heardAt(this.#mixed + at);
  }
}
