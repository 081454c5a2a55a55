import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_FLT,
  type AVSampleFormat,
} from "node-av/constants";
import { avChannelLayoutDefault, SoftwareResampleContext, type Frame } from "node-av/lib";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

const BYTES_PER_SAMPLE = CHANNELS * Float32Array.BYTES_PER_ELEMENT;

/** The frame's channel layout can't be mixed to stereo. */
export class ResampleError extends Error {
  override readonly name = "ResampleError";
}

/** Converts decoded frames of one format to the programme's format; owns native memory until `close`. */
export class Resampler {
  readonly #context = new SoftwareResampleContext();
  readonly #sampleRateHz: number;
  readonly #format: AVSampleFormat;
  readonly #channels: number;
  readonly #mask: bigint;
  #output = Buffer.alloc(0);

  /**
   * @param format of the frame's samples
   * @param isStretchable whether `stretch` may be called; costs a little even when it isn't
   * @throws ResampleError when the frame's format can't become stereo
   */
  constructor(
    frame: Frame,
    { format, isStretchable }: { readonly format: AVSampleFormat; readonly isStretchable: boolean },
  ) {
    const layout = frame.channelLayout;
    this.#sampleRateHz = frame.sampleRate;
    this.#format = format;
    this.#channels = layout.nbChannels;
    this.#mask = layout.mask;
    // Plain WAV files give the number of channels but not which; assume the usual order.
    const source = layout.mask === 0n ? avChannelLayoutDefault(layout.nbChannels) : layout;
    this.#check(
      this.#context.allocSetOpts2(
        AV_CHANNEL_LAYOUT_STEREO,
        AV_SAMPLE_FMT_FLT,
        SAMPLE_RATE_HZ,
        source,
        format,
        frame.sampleRate,
      ),
    );
    // Float output is not normalised unless asked: 5.1 would come out 7 dB too loud.
    this.#context.setOption("rematrix_maxval", "1.0");
    if (isStretchable) this.#context.setOption("flags", "+res");
    if (layout.nbChannels === 1) this.#check(this.#context.setMatrix([1, 1], 1));
    const initialised = this.#context.init();
    if (initialised < 0) this.#mixByTurns(layout.nbChannels);
  }

  /** Layouts without a name (e.g. 9 channels): even channels left, odd ones right. */
  #mixByTurns(channels: number): void {
    const share = 2 / channels;
    const matrix = [0, 1].flatMap((side) =>
      Array.from({ length: channels }, (_, channel) => (channel % 2 === side ? share : 0)),
    );
    this.#check(this.#context.setMatrix(matrix, channels));
    this.#check(this.#context.init());
  }

  #check(code: number): void {
    if (code >= 0) return;
    this.#context.free();
    throw new ResampleError(
      `Its ${this.#channels} channels at ${this.#sampleRateHz} Hz can't be mixed`,
    );
  }

  fits(frame: Frame): boolean {
    return (
      frame.sampleRate === this.#sampleRateHz &&
      frame.format === this.#format &&
      frame.channelLayout.nbChannels === this.#channels &&
      frame.channelLayout.mask === this.#mask
    );
  }

  /** @returns the converted sound, possibly empty; valid until the next call */
  convert(frame: Frame): Float32Array {
    const count = frame.nbSamples;
    const room = Math.ceil((count * SAMPLE_RATE_HZ) / this.#sampleRateHz) + 1024;
    return this.#run(room, frame.extendedData ?? frame.data, count);
  }

  /** Lengthens the next second by this share; negative shortens it. */
  stretch(share: number): void {
    this.#context.setCompensation(Math.round(share * SAMPLE_RATE_HZ), SAMPLE_RATE_HZ);
  }

  /** What the filter still holds. Call until it returns nothing. */
  drain(): Float32Array {
    return this.#run(4096, null, 0);
  }

  #run(room: number, input: Buffer[] | null, count: number): Float32Array {
    if (this.#output.length < room * BYTES_PER_SAMPLE)
      this.#output = Buffer.from(new ArrayBuffer(room * BYTES_PER_SAMPLE));
    const samples = this.#context.convertSync([this.#output], room, input, count);
    if (samples < 0) throw new ResampleError("The sound can't be resampled");
    return new Float32Array(this.#output.buffer, this.#output.byteOffset, samples * CHANNELS);
  }

  close(): void {
    this.#context.free();
  }
}
