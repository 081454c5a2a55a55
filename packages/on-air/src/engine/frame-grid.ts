import { codecFrames } from "../formats/codec-frames.ts";
import { LIMITER_DELAY_SAMPLES } from "../audio/limiter.ts";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import type { Codec } from "../formats/stream-formats.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

/**
 * Where the encoded frames of a mount lie on the programme: programme samples (44.1 kHz) throughout, whatever the
 * mount's own rate. The programme is mixed and labelled in frames of MIX_FRAME_SAMPLES; an encoded frame has a length
 * of its own. Encoded frames count from 0, the dropped ones included.
 */
export class FrameGrid {
  /** How long one encoded frame lasts; not always a whole number. */
  readonly #frameSamples: number;
  /** How much later a sample comes out of a decoder than it went into the limiter. */
  readonly #delaySamples: number;
  readonly #dropped: number;
  readonly #fedFromSamples: number;
  /**
   * How many samples the dropped frames take: the sample with this number is the first one heard. An engine that
   * continues after another begins this much earlier in the file.
   */
  readonly preRollSamples: number;
  readonly framesPerBlock: number;

  /** @param fedFromSamples the first mixed sample that the encoder gets */
  constructor(
    { codec, sampleRateHz }: { readonly codec: Codec; readonly sampleRateHz: number },
    fedFromSamples = 0,
  ) {
    const { frameSamples, delaySamples, dropped, perBlock } = codecFrames[codec];
    this.#frameSamples = (frameSamples * PROGRAMME_RATE_HZ) / sampleRateHz;
    this.#delaySamples = LIMITER_DELAY_SAMPLES + (delaySamples * PROGRAMME_RATE_HZ) / sampleRateHz;
    this.#dropped = dropped;
    this.#fedFromSamples = fedFromSamples;
    this.preRollSamples = Math.round(dropped * this.#frameSamples - this.#delaySamples);
    this.framesPerBlock = perBlock(sampleRateHz);
  }

  isDropped(frame: number): boolean {
    return frame < this.#dropped;
  }

  /** Where an encoded frame begins, from the start of what is heard. */
  startOf(frame: number): number {
    return Math.round((frame - this.#dropped) * this.#frameSamples);
  }

  /** Where the mixed sample `mixedSamples` is heard, from the start of what is heard; negative in the pre-roll. */
  heardAt(mixedSamples: number): number {
    return mixedSamples - this.#fedFromSamples - this.preRollSamples;
  }

  /** The mixed frame that contains the middle of an encoded frame's sound. */
  mixedFrameOf(frame: number): number {
    const middle = (frame + 0.5) * this.#frameSamples - this.#delaySamples;
    return Math.floor((this.#fedFromSamples + middle) / MIX_FRAME_SAMPLES);
  }

  /** How far after the first sample of that mixed frame an encoded frame begins; negative: before it. */
  offsetIn(mixedFrame: number, frame: number): number {
    const start = this.#fedFromSamples + frame * this.#frameSamples - this.#delaySamples;
    return Math.round(start - mixedFrame * MIX_FRAME_SAMPLES);
  }

  /** Where the first encoded frame with the label of that mixed frame, or of a later one, begins. */
  startOfLabel(mixedFrame: number): number {
    const middle = mixedFrame * MIX_FRAME_SAMPLES - this.#fedFromSamples + this.#delaySamples;
    return Math.max(0, this.startOf(Math.ceil(middle / this.#frameSamples - 0.5)));
  }
}
