import { LIMITER_DELAY_SAMPLES } from "../audio/limiter.ts";
import { MP3_DELAY_SAMPLES } from "../audio/mp3-encoder.ts";
import { MP3_FRAME_SAMPLES } from "../audio/mp3-format.ts";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

/** The first encoded frames hold the encoder's start and are thrown away. */
const DROPPED_FRAMES = 2;
/** At 44.1 kHz 12 frames, 313 ms. */
const LONGEST_BLOCK_MS = 320;

/**
 * Where the encoded frames of a mount lie on the programme: programme samples (44.1 kHz) throughout, whatever the
 * mount's own rate. The programme is mixed and labelled in frames of MIX_FRAME_SAMPLES; at the mount's rate an encoded
 * frame lasts as long, or a fraction more or less. Encoded frames count from 0, the dropped ones included.
 */
export class FrameGrid {
  /** How long one encoded frame lasts; a whole number at 44.1 kHz alone. */
  readonly #frameSamples: number;
  /** By how much a sample comes out of a decoder later than it went into the limiter. */
  readonly #delaySamples: number;
  /**
   * How many samples are mixed for the frames thrown away: the first mixed sample heard is this one. An engine that
   * goes on after another begins as much earlier in the file.
   */
  readonly preRollSamples: number;
  readonly framesPerBlock: number;

  constructor(sampleRateHz: number) {
    this.#frameSamples = (MP3_FRAME_SAMPLES * PROGRAMME_RATE_HZ) / sampleRateHz;
    this.#delaySamples =
      LIMITER_DELAY_SAMPLES + (MP3_DELAY_SAMPLES * PROGRAMME_RATE_HZ) / sampleRateHz;
    this.preRollSamples = Math.round(DROPPED_FRAMES * this.#frameSamples - this.#delaySamples);
    this.framesPerBlock = Math.floor((LONGEST_BLOCK_MS * sampleRateHz) / MP3_FRAME_SAMPLES / 1000);
  }

  isDropped(frame: number): boolean {
    return frame < DROPPED_FRAMES;
  }

  /** Where an encoded frame begins, from the start of what is heard. */
  startOf(frame: number): number {
    return Math.round((frame - DROPPED_FRAMES) * this.#frameSamples);
  }

  /** Where the mixed sample `mixedSamples` is heard, from the start of what is heard; negative in the pre-roll. */
  heardAt(mixedSamples: number): number {
    return mixedSamples - this.preRollSamples;
  }

  /** The mixed frame that has the middle of an encoded frame's sound. */
  mixedFrameOf(frame: number): number {
    const middle = (frame + 0.5) * this.#frameSamples - this.#delaySamples;
    return Math.floor(middle / MIX_FRAME_SAMPLES);
  }

  /** By how much an encoded frame begins after the first sample of that mixed frame; negative for before. */
  offsetIn(mixedFrame: number, frame: number): number {
    const start = frame * this.#frameSamples - this.#delaySamples;
    return Math.round(start - mixedFrame * MIX_FRAME_SAMPLES);
  }

  /** Where the first encoded frame begins that is labelled like the mixed frame or a later one. */
  startOfLabel(mixedFrame: number): number {
    const middle = mixedFrame * MIX_FRAME_SAMPLES + this.#delaySamples;
    return Math.max(0, this.startOf(Math.ceil(middle / this.#frameSamples - 0.5)));
  }
}
