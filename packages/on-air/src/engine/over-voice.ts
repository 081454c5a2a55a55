import type { Ending } from "./change-rules.ts";
import type { Deck } from "./deck.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { RAMP_SAMPLES, samplesToEnd } from "./join-rules.ts";
import { isDry, isFailed, mixVoice, remainingOf, type TrackVoice } from "./voice.ts";
import { GainRamp } from "./volume.ts";

const FINISHED: Ending = { reason: "finished", detail: null };

/** An item heard over something else, from its first sample to its cue-out. */
export class OverVoice {
  readonly voice: TrackVoice;
  #gain = new GainRamp(1);
  #ending: Ending | undefined;

  constructor(voice: TrackVoice) {
    this.voice = voice;
  }

  get playId(): string {
    return this.voice.play.playId;
  }

  get play(): EnginePlay {
    const offsetMs = (this.voice.fileSamples * 1000) / PROGRAMME_RATE_HZ;
    return { ...this.voice.play, offsetMs };
  }

  get deck(): Deck {
    return this.voice.deck;
  }

  /** How it ended, or is about to. */
  get ending(): Ending {
    const { voice } = this;
    if (this.#ending !== undefined) return this.#ending;
    return isFailed(voice) ? { reason: "failed", detail: voice.deck.failure } : FINISHED;
  }

  /** Whether none of it is audible any more. */
  get isOver(): boolean {
    const isFadedOut = this.#gain.target === 0 && this.#gain.remaining === 0;
    return isFadedOut || this.#toEnd === 0;
  }

  /** Whether it is in its final fade-out. */
  get isEnding(): boolean {
    return this.#gain.target === 0;
  }

  /** Ends it early. */
  fadeOut(samples: number, ending: Ending): void {
    this.#ending = ending;
    this.#gain.rampTo(0, samples);
  }

  isStarvedOf(samples: number): boolean {
    return !this.isOver && isDry(this.voice, samples);
  }

  mix(target: Float32Array, { at, count }: { readonly at: number; readonly count: number }): void {
    let done = 0;
    while (done < count && !this.isOver) {
      const toEnd = this.#toEnd ?? Infinity;
      // [P22] A cut has a ramp.
      if (toEnd <= RAMP_SAMPLES && this.#gain.target !== 0) this.#gain.rampTo(0, toEnd);
      const toRamp = toEnd > RAMP_SAMPLES ? toEnd - RAMP_SAMPLES : toEnd;
      const ramp = this.#gain.remaining > 0 ? this.#gain.remaining : Infinity;
      const step = Math.min(count - done, toRamp, ramp);
      const gainFrom = this.#gain.value;
      const gainTo = this.#gain.advance(step);
      mixVoice(this.voice, target, { at: at + done, count: step, gainFrom, gainTo });
      done += step;
    }
  }

  /** Samples to its cue-out or the end of its file; undefined while neither is in sight. */
  get #toEnd(): number | undefined {
    const toEnd = samplesToEnd(this.voice, remainingOf(this.voice));
    return toEnd === undefined ? undefined : Math.max(0, toEnd);
  }
}
