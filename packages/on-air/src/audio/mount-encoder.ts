import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_FLTP,
} from "node-av/constants";
import { SoftwareResampleContext } from "node-av/lib";
import type { SoundFormat, StreamFormat } from "../formats/stream-formats.ts";
import { FrameEncoder } from "./frame-encoder.ts";
import { CHANNELS, MIX_FRAME_SAMPLES, SAMPLE_RATE_HZ, type StereoSound } from "./pcm-format.ts";
import { ResampleError } from "./resampler.ts";

/** Most samples the filter may output beyond the ratio of the rates, from those it held back. */
const MARGIN_SAMPLES = 1024;

/** Turns the programme into encoded frames of one mount's format. Owns native memory until `close`. */
export class MountEncoder {
  readonly #encoder: FrameEncoder;
  /** null when the mount has the programme's own rate and channels. */
  readonly #converter: FormatConverter | null;

  /** @throws EncodeError, ResampleError when the format is not supported */
  constructor(format: StreamFormat) {
    const isProgrammes = format.sampleRateHz === SAMPLE_RATE_HZ && format.channels === CHANNELS;
    this.#converter = isProgrammes ? null : new FormatConverter(format);
    this.#encoder = new FrameEncoder(format);
  }

  /**
   * Encodes the next piece of the programme, at most MIX_FRAME_SAMPLES.
   * @returns the completed frames, each its own copy
   */
  encode({ left, right }: StereoSound): Buffer[] {
    return this.#encoder.encode(
      this.#converter === null ? [left, right] : this.#converter.convert({ left, right }),
    );
  }

  close(): void {
    this.#converter?.close();
    this.#encoder.close();
  }
}

/**
 * Converts the finished programme to a mount's rate and channels; mono is the mean of both. Keeps the timing: the first
 * sample out is the first sample in. Owns native memory until `close`.
 */
class FormatConverter {
  readonly #context = new SoftwareResampleContext();
  readonly #input = [planeOf(MIX_FRAME_SAMPLES), planeOf(MIX_FRAME_SAMPLES)];
  readonly #output: readonly Plane[];
  readonly #room: number;

  /** @throws ResampleError when that format is not supported */
  constructor({ sampleRateHz, channels }: SoundFormat) {
    this.#room = Math.ceil((MIX_FRAME_SAMPLES * sampleRateHz) / SAMPLE_RATE_HZ) + MARGIN_SAMPLES;
    this.#output = Array.from({ length: channels }, () => planeOf(this.#room));
    this.#check(
      this.#context.allocSetOpts2(
        channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO,
        AV_SAMPLE_FMT_FLTP,
        sampleRateHz,
        AV_CHANNEL_LAYOUT_STEREO,
        AV_SAMPLE_FMT_FLTP,
        SAMPLE_RATE_HZ,
      ),
    );
    if (channels === 1) this.#check(this.#context.setMatrix([0.5, 0.5], 2));
    this.#check(this.#context.init());
  }

  /** Converts the next piece. @returns one array per channel, valid until the next call */
  convert({ left, right }: StereoSound): readonly Float32Array[] {
    samplesOf(this.#input, 0).set(left);
    samplesOf(this.#input, 1).set(right);
    const output = this.#output.map(({ bytes }) => bytes);
    const input = this.#input.map(({ bytes }) => bytes);
    const samples = this.#context.convertSync(output, this.#room, input, left.length);
    if (samples < 0) throw new ResampleError("the programme can't be resampled");
    return this.#output.map((plane) => plane.samples.subarray(0, samples));
  }

  close(): void {
    this.#context.free();
  }

  #check(code: number): void {
    if (code >= 0) return;
    this.#context.free();
    throw new ResampleError("the programme can't be converted to the mount's format");
  }
}

/** The same memory twice. */
interface Plane {
  readonly samples: Float32Array;
  readonly bytes: Buffer;
}

function planeOf(samples: number): Plane {
  const memory = new ArrayBuffer(samples * Float32Array.BYTES_PER_ELEMENT);
  return { samples: new Float32Array(memory), bytes: Buffer.from(memory) };
}

function samplesOf(planes: readonly Plane[], index: number): Float32Array {
  return planes[index]?.samples ?? new Float32Array(0);
}
