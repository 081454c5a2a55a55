import type { DeckSource } from "../audio/deck-link.ts";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { RING_SAMPLES } from "../audio/pcm-ring.ts";
import { AirVoices, type MixPlace } from "./air-voices.ts";
import type { FrameLabel } from "./block-writer.ts";
import {
  decideChange,
  decideChangeWhilePaused,
  fadeOver,
  type Change,
  type Situation,
} from "./change-rules.ts";
import { ComingVoices } from "./coming-voices.ts";
import type { Deck } from "./deck.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent, type EnginePlay } from "./engine-protocol.ts";
import { finishFade, hurryFade } from "./fade.ts";
import { FileSilence } from "./file-silence.ts";
import { isSeamless, planJoin, RAMP_SAMPLES } from "./join-rules.ts";
import { OperatorGains, type OperatorFade } from "./operator-gains.ts";
import type { MixPlacement } from "./outputs.ts";
import type { OverOrder } from "./voice-over-mixer.ts";
import {
  cueInMsOf,
  isDj,
  isDry,
  moveToAlbumGain,
  passWhilePaused,
  describeDryness,
  type TrackVoice,
  type Voice,
} from "./voice.ts";

/** Minimum for a voice: a frame, and enough to fade out if it has to go. */
const STARVED_SAMPLES = MIX_FRAME_SAMPLES + RAMP_SAMPLES;

/**
 * Mixes what is heard, sample by sample: the voices on air, and when to change them. Runs on the clock thread; nothing
 * in it blocks.
 */
export class Mixer {
  readonly #emit: (event: EngineEvent) => void;
  readonly #coming: ComingVoices;
  readonly #voices: AirVoices;
  readonly #grid: MixPlacement;
  readonly #place: MixPlace;
  readonly #crossfadeSamples: number;
  readonly #gains: OperatorGains;
  readonly #fileSilence = new FileSilence();
  #skipSamples: number | undefined;
  #mixed = 0;
  /** Silence before the first sound, so that the sound starts at the start position and not in the pre-roll. */
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
    /** Where mixed sound is heard. */
    readonly grid: MixPlacement;
    readonly emergencyPcm: Float32Array;
    /** What a deck gets for a play. */
    readonly sourceOf: (play: EnginePlay) => DeckSource;
    readonly emit: (event: EngineEvent) => void;
  }) {
    this.#emit = emit;
    this.#grid = grid;
    this.#place = {
      ofSample: (sample) => start.positionSamples + grid.heardAt(sample),
      ofLabel: (frame) => start.positionSamples + grid.startOfLabel(frame),
    };
    this.#coming = new ComingVoices({ decks, sourceOf, emit });
    this.#voices = new AirVoices({ emergencyPcm, place: this.#place, emit });
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
    this.#coming.cues.prepareFirst({ ...play, offsetMs }, "resume");
    this.poll();
  }

  /** Samples mixed since the start, pre-roll included. */
  get mixedSamples(): number {
    return this.#mixed;
  }

  get isEmergency(): boolean {
    return this.#current.kind === "emergency";
  }

  /** Whether a track can start at once. */
  get isStartable(): boolean {
    return this.#coming.cues.startable !== undefined;
  }

  /** Whether a track is on its way. */
  get isPreparing(): boolean {
    return this.#coming.cues.isBusy;
  }

  cue(play: EnginePlay | null): void {
    this.#coming.cues.cue(play);
    this.poll();
  }

  /** Changes to that play as soon as it can start; null cancels that. */
  take(order: {
    readonly play: EnginePlay | null;
    readonly fadeMs: number;
    /** Where its first sample is heard; without it, as soon as possible. */
    readonly atSamples?: number | undefined;
  }): void {
    this.#coming.take(order, this.#positionAt(0));
    this.poll();
  }

  /** Plays an item over the DJ on air; without a DJ it goes on air itself. `play` null cancels that. */
  over({
    play,
    ...order
  }: Omit<OverOrder, "play" | "atSamples"> & {
    readonly play: EnginePlay | null;
    readonly atSamples?: number | undefined;
  }): void {
    this.#coming.over.prepare(play === null ? null : { atSamples: undefined, ...order, play });
    this.poll();
  }

  /** Changes to the cued play as soon as it can start, or to the emergency loop if nothing is cued. */
  skip({ playId, fadeMs }: { readonly playId: string; readonly fadeMs: number }): void {
    if (this.#current.kind === "emergency" || this.#current.play.playId !== playId) return;
    this.#skipSamples = Math.round((fadeMs * PROGRAMME_RATE_HZ) / 1000);
    this.#voices.shorten(hurryFade, this.#mixed);
  }

  restart(playId: string): void {
    if (this.#current.kind === "emergency") return;
    const { play } = this.#current;
    this.#coming.cues.prepareFirst({ ...play, playId, offsetMs: cueInMsOf(play) }, "restart");
    this.#voices.shorten(hurryFade, this.#mixed);
  }

  setPlaying(isPlaying: boolean): void {
    if (!this.#gains.setPlaying(isPlaying)) return;
    for (const voice of [this.#current, this.#coming.over.heardVoice])
      if (voice?.kind === "track")
        this.#emit({
          kind: "play.moved",
          playId: voice.play.playId,
          audioStartSamples: this.#place.ofSample(this.#mixed) - voice.fileSamples,
        });
  }

  setVolume(volume: number): void {
    this.#gains.setVolume(volume);
  }

  fade(fade: OperatorFade): void {
    this.#gains.fade(fade);
  }

  /** Polls the decks that are not on air. Called before each frame, and while waiting for the first. */
  poll(): void {
    const { decks, leavesInSamples } = this.#voices;
    // A voice fading out when the programme is paused stays until it resumes.
    const leaves = this.#gains.isPaused ? Infinity : leavesInSamples;
    this.#coming.poll({ decks, leavesInSamples: leaves });
  }

  /** Whether a deck on air has less than a frame and has not reported its end. */
  get isStarved(): boolean {
    if (this.#gains.isPaused) return false;
    const { over } = this.#coming;
    return this.#voices.isStarvedOf(STARVED_SAMPLES) || over.isStarvedOf(STARVED_SAMPLES);
  }

  /**
   * Drops a deck that starves the programme; the next play starts with the next frame.
   * @returns whether it was reading a file, which should never run dry
   */
  giveUpStarved(): boolean {
    const { over } = this.#coming;
    if (over.isStarvedOf(STARVED_SAMPLES)) {
      over.giveUp();
      if (!this.#voices.isStarvedOf(STARVED_SAMPLES)) return true;
    }
    const former = this.#voices.giveUpFormer(this.#mixed);
    if (!isDry(this.#current, STARVED_SAMPLES)) return former.isFile;
    const { isFile, detail } = describeDryness(this.#current);
    this.#changeTo(fadeOver(RAMP_SAMPLES, { reason: "failed", detail }), 0);
    return isFile;
  }

  /** Mixes the next MIX_FRAME_SAMPLES into `target`. */
  produce(target: Float32Array): FrameLabel {
    target.fill(0);
    this.poll();
    if (this.#gains.isPaused) this.#changeWhilePaused();
    else if (this.#leadIn === 0) this.#changeIfDue(0);
    const label = this.#voices.label(this.#mixed / MIX_FRAME_SAMPLES, this.#gains.isSilent);
    let at = 0;
    while (at < MIX_FRAME_SAMPLES && !this.#gains.isPaused) at += this.#mixSegment(target, at);
    if (at < MIX_FRAME_SAMPLES) passWhilePaused(this.#current, MIX_FRAME_SAMPLES - at);
    const isOpen = !this.#voices.isFading && this.#gains.isOpen && !this.#gains.isSilent;
    const silent = this.#fileSilence.add(target, { voice: this.#current, isOpen });
    if (silent !== null) this.#emit({ kind: "play.silent", playId: silent });
    this.#gains.applyVolume(target);
    this.#mixed += MIX_FRAME_SAMPLES;
    return label;
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
    const seamless = this.#goingOn;
    if (seamless !== undefined) moveToAlbumGain(seamless);
    const joinIn = this.#voices.isFading ? undefined : planJoin(this.#situation)?.dueInSamples;
    const comingIn = this.#coming.step(this.#positionAt(at));
    const steps = [room, joinIn ?? room, comingIn, this.#gains.step, this.#voices.step];
    const count = Math.max(1, Math.min(...steps));
    this.#voices.mix(target, { at, count });
    this.#coming.over.mix(target, { at, count });
    this.#gains.apply(target, at, count);
    return count;
  }

  get #situation(): Situation {
    return {
      current: this.#current,
      ...this.#coming.situation,
      skipSamples: this.#skipSamples,
      crossfadeSamples: this.#crossfadeSamples,
      isFirstSound: this.#mixed <= this.#grid.preRollSamples,
    };
  }

  /** Programme position of sample `at` of the frame mixed next. */
  #positionAt(at: number): number {
    return this.#place.ofSample(this.#mixed + at);
  }

  #changeIfDue(at: number): void {
    if (this.#coming.startDue(this.#positionAt(at), { hasDj: isDj(this.#current) }))
      this.#voices.shorten(hurryFade, this.#mixed);
    this.#voices.endFadeIfOver();
    if (this.#voices.isFading) return;
    const change = decideChange(this.#situation);
    if (change !== undefined) this.#changeTo(change, at);
  }

  #changeWhilePaused(): void {
    this.#leadIn = 0;
    this.#coming.startDueWhilePaused(this.#positionAt(0));
    const situation = this.#situation;
    const change = decideChangeWhilePaused(situation);
    if (change === undefined) return;
    this.#voices.shorten(finishFade, this.#mixed);
    this.#voices.endFadeIfOver();
    this.#changeTo(change, 0);
  }

  /** Changes to the prepared play, or else to the emergency loop, from sample `at` of the frame. */
  #changeTo(change: Change, at: number): void {
    const former = change.outSamples === 0 ? this.#goingOn : undefined;
    const { voice: next, isResumed, isHeard, level } = this.#coming.begin(change);
    if (next !== undefined && former !== undefined) moveToAlbumGain(next, former);
    const opened = next === undefined || isResumed ? 1 : this.#gains.openFader();
    this.#skipSamples = undefined;
    this.#voices.changeTo(isHeard ? { ...change, inSamples: 0 } : change, {
      next,
      isHeard,
      level: level * opened,
      sample: this.#mixed + at,
    });
  }

  /** The track on air, if the cued one joins it without a seam. */
  get #goingOn(): TrackVoice | undefined {
    const current = this.#current;
    const { next } = this.#coming.situation;
    if (current.kind !== "track" || next?.purpose !== "cue") return undefined;
    return isSeamless(current.play, next.play) ? current : undefined;
  }

  get #current(): Voice {
    return this.#voices.current;
  }
}
