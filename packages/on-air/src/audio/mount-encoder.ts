import type { StreamFormat } from "../formats/stream-formats.ts";
import { FormatConverter } from "./format-converter.ts";
import { FrameEncoder } from "./frame-encoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ, type StereoSound } from "./pcm-format.ts";

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
