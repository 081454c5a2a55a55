import { codecFrames } from "../formats/codec-frames.ts";
import { LIMITER_DELAY_SAMPLES } from "../audio/limiter.ts";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import type { Codec } from "../formats/stream-formats.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

/**
 * Maps a mount's encoded frames to the programme, in programme samples (44.1 kHz) throughout, whatever the mount's
 * rate. The programme is mixed and labelled in frames of MIX_FRAME_SAMPLES; encoded frames have their own length. They
 * count from 0, dropped ones included.
 */
export class FrameGrid {
  /** Length of one encoded frame; not always a whole number. */
  readonly #frameSamples: number;
  /** Delay from the limiter's input to a decoder's output. */
  readonly #delaySamples: number;
  readonly #dropped: number;
  readonly #fedFromSamples: number;
  /**
   * Length of the dropped frames: the sample with this number is the first one heard. An engine that takes over starts
   * this much earlier in the file.
   */
  readonly preRollSamples: number;
  readonly framesPerBlock: number;

  /** @param fedFromSamples the first mixed sample the encoder gets */
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

  /** Start of an encoded frame, relative to the first sample heard. */
  startOf(frame: number): number {
    return Math.round((frame - this.#dropped) * this.#frameSamples);
  }

  /** Where that mixed sample is heard, relative to the first sample heard; negative in the pre-roll. */
  heardAt(mixedSamples: number): number {
    return mixedSamples - this.#fedFromSamples - this.preRollSamples;
  }

  /** The mixed frame that contains the middle of an encoded frame's sound. */
  mixedFrameOf(frame: number): number {
    const middle = (frame + 0.5) * this.#frameSamples - this.#delaySamples;
    return Math.floor((this.#fedFromSamples + middle) / MIX_FRAME_SAMPLES);
  }

  /** Offset of an encoded frame's start from that mixed frame's first sample; negative: before it. */
  offsetIn(mixedFrame: number, frame: number): number {
    const start = this.#fedFromSamples + frame * this.#frameSamples - this.#delaySamples;
    return Math.round(start - mixedFrame * MIX_FRAME_SAMPLES);
  }

  /** Start of the first encoded frame labelled with that mixed frame or a later one. */
  startOfLabel(mixedFrame: number): number {
    const middle = mixedFrame * MIX_FRAME_SAMPLES - this.#fedFromSamples + this.#delaySamples;
    return Math.max(0, this.startOf(Math.ceil(middle / this.#frameSamples - 0.5)));
  }
}
