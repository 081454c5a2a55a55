import type { StreamFormat } from "../stream-formats.ts";
import { FormatConverter } from "./format-converter.ts";
import { Mp3Encoder } from "./mp3-encoder.ts";
import { MP3_FRAME_SAMPLES } from "./mp3-format.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

/**
 * The way out of the programme: takes it in frames of MIX_FRAME_SAMPLES at the programme's rate, and gives encoded
 * frames of the mount's format. Owns native memory until `close`.
 */
export class MountEncoder {
  readonly #encoder: Mp3Encoder;
  /** null: the mount has the programme's own format, and the encoder's memory is written to at once. */
  readonly #converter: FormatConverter | null;
  /** Samples of the encoder's next frame that are there already. */
  #filled = 0;

  /** @throws EncodeError, ResampleError when there is no such mount */
  constructor(format: StreamFormat) {
    const isProgrammes = format.sampleRateHz === SAMPLE_RATE_HZ && format.channels === CHANNELS;
    this.#encoder = new Mp3Encoder(format);
    this.#converter = isProgrammes ? null : new FormatConverter(format);
  }

  /** Where the next mixed frame is to be written, before `encode`; valid until then. */
  get left(): Float32Array {
    return this.#converter?.left ?? this.#encoder.left;
  }

  get right(): Float32Array {
    return this.#converter?.right ?? this.#encoder.right;
  }

  /** Encodes what stands in `left` and `right`. @returns the frames that became whole, each a copy of its own */
  encode(): Buffer[] {
    if (this.#converter === null) return this.#encoder.encode();
    const planes = this.#converter.convert();
    const count = planes[0]?.length ?? 0;
    const frames: Buffer[] = [];
    for (let at = 0; at < count;) {
      const taken = Math.min(count - at, MP3_FRAME_SAMPLES - this.#filled);
      for (const [channel, plane] of planes.entries())
        this.#encoder.planes[channel]?.set(plane.subarray(at, at + taken), this.#filled);
      at += taken;
      this.#filled += taken;
      if (this.#filled < MP3_FRAME_SAMPLES) break;
      frames.push(...this.#encoder.encode());
      this.#filled = 0;
    }
    return frames;
  }

  close(): void {
    this.#converter?.close();
    this.#encoder.close();
  }
}
