import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import type { FrameLabel } from "./block-writer.ts";
import type { Change } from "./change-rules.ts";
import type { Deck } from "./deck.ts";
import { EmergencyLoop } from "./emergency-loop.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent } from "./engine-protocol.ts";
import { fadeStep, finishFade, isFromHeard, mixFade, type Fade } from "./fade.ts";
import { hasOwnFadeOut } from "./own-fades.ts";
import {
  cueInMsOf,
  enterVoice,
  isDry,
  labelOf,
  mixVoice,
  moveFeed,
  describeDryness,
  type FeedPlace,
  type TrackVoice,
  type Voice,
} from "./voice.ts";

/** 20 s: once this much has arrived, some of it has been heard. */
const SILENT_FEED_SAMPLES = 20 * PROGRAMME_RATE_HZ;

/** Maps mixed samples and frames to programme positions. */
export interface MixPlace {
  /** @param sample counts all mixed samples */
  readonly ofSample: (sample: number) => number;
  /** Position where that mixed frame's label takes effect. */
  readonly ofLabel: (frame: number) => number;
}

/** The voices on air: the current one, and the outgoing one while they overlap. */
export class AirVoices {
  readonly #emit: (event: EngineEvent) => void;
  readonly #place: MixPlace;
  readonly #emergency: Voice;
  #current: Voice;
  #fade: Fade | undefined;

  constructor({
    emergencyPcm,
    place,
    emit,
  }: {
    readonly emergencyPcm: Float32Array;
    readonly place: MixPlace;
    readonly emit: (event: EngineEvent) => void;
  }) {
    this.#emit = emit;
    this.#place = place;
    this.#emergency = { kind: "emergency", loop: new EmergencyLoop(emergencyPcm) };
    this.#current = this.#emergency;
  }

  get current(): Voice {
    return this.#current;
  }

  get isFading(): boolean {
    return this.#fade !== undefined;
  }

  /** Decks of the audible voices: the current one, and the one fading out. */
  get decks(): readonly (Deck | undefined)[] {
    return [this.#current, this.#fade?.from].map((voice) =>
      voice?.kind === "track" ? voice.deck : undefined,
    );
  }

  /** Samples until the outgoing voice frees its deck; 0 if nothing is fading. */
  get leavesInSamples(): number {
    const out = this.#fade?.out;
    return out === undefined ? 0 : out.length - out.done;
  }

  /** Whether a voice has fewer samples than that without having reported its end. */
  isStarvedOf(samples: number): boolean {
    const fade = this.#fade;
    return (
      isDry(this.#current, samples) ||
      (fade !== undefined && isFromHeard(fade) && isDry(fade.from, samples))
    );
  }

  /**
   * Drops the outgoing voice if it starves the programme.
   * @returns a report on it
   */
  giveUpFormer(mixedSamples: number): ReturnType<typeof describeDryness> {
    const former = describeDryness(this.#fade?.from ?? this.#current);
    this.shorten(finishFade, mixedSamples);
    this.endFadeIfOver();
    return former;
  }

  /** How much may be mixed at once; unlimited without a fade. */
  get step(): number {
    return this.#fade === undefined ? Infinity : fadeStep(this.#fade);
  }

  mix(target: Float32Array, { at, count }: { readonly at: number; readonly count: number }): void {
    if (this.#fade === undefined)
      mixVoice(this.#current, target, { at, count, gainFrom: 1, gainTo: 1 });
    else mixFade(this.#fade, target, { to: this.#current, at, count });
  }

  /**
   * Changes to that voice, or to the emergency loop if undefined.
   * @param isHeard it was already heard over the outgoing voice
   * @param level gain of the outgoing voice, besides its fade
   * @param sample where the change starts, counting all mixed samples
   */
  changeTo(
    { outSamples, inSamples, ending }: Change,
    {
      next,
      isHeard,
      level,
      sample,
    }: {
      readonly next: TrackVoice | undefined;
      readonly isHeard: boolean;
      readonly level: number;
      readonly sample: number;
    },
  ): void {
    const voice = next === undefined ? this.#emergency : enterVoice(next);
    const middle = sample + inSamples / 2;
    // A frame already started has its label.
    const firstFree = Math.ceil(sample / MIX_FRAME_SAMPLES);
    const labelFrame = Math.max(Math.round(middle / MIX_FRAME_SAMPLES), firstFree);
    const former = this.#current;
    this.#fade = {
      from: former,
      ending,
      level,
      out: { length: outSamples, done: 0 },
      isOutOwn:
        ending.reason === "finished" && former.kind === "track" && hasOwnFadeOut(former.play),
      in: { length: inSamples, done: 0 },
      labelFrame,
    };
    this.#current = voice;
    if (voice.kind === "track") {
      const { playId } = voice.play;
      const titleSamples = this.#place.ofLabel(labelFrame);
      const audioStartSamples = this.#place.ofSample(sample) - voice.fileSamples;
      const mark = voice.feed?.mark ?? null;
      if (isHeard) this.#emit({ kind: "over.alone", playId, titleSamples });
      else this.#emit({ kind: "play.started", playId, audioStartSamples, titleSamples, mark });
    }
    this.endFadeIfOver();
  }

  /** Ends a running fade early; a title due in its middle then changes with the next frame. */
  shorten(shortenFade: (fade: Fade) => void, mixedSamples: number): void {
    const fade = this.#fade;
    if (fade === undefined) return;
    shortenFade(fade);
    const frame = mixedSamples / MIX_FRAME_SAMPLES;
    if (this.#current.kind !== "track" || fade.labelFrame <= frame) return;
    fade.labelFrame = frame;
    const { playId } = this.#current.play;
    this.#emit({ kind: "play.hurried", playId, titleSamples: this.#place.ofLabel(frame) });
  }

  endFadeIfOver(): void {
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

  /** The label of the next frame to mix. */
  label(frame: number, isSilentOnPurpose: boolean): FrameLabel {
    const fade = this.#fade;
    const voice = fade !== undefined && frame < fade.labelFrame ? fade.from : this.#current;
    if (voice.kind === "track" && voice.feed !== null) this.#followFeed(voice, voice.feed, frame);
    return labelOf(voice, isSilentOnPurpose);
  }

  /** Reports changes of a feed, at the frame mixed next. */
  #followFeed({ play: { playId }, deck }: TrackVoice, feed: FeedPlace, frame: number): void {
    if (moveFeed(feed, deck) && feed.mark !== null) {
      const positionSamples = this.#place.ofLabel(frame);
      this.#emit({ kind: "play.marked", playId, mark: feed.mark, positionSamples });
    }
    const isSilent = deck.silentSamples >= SILENT_FEED_SAMPLES;
    if (isSilent && !feed.isSilent) this.#emit({ kind: "play.silent", playId });
    feed.isSilent = isSilent;
  }
}
