import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_BOOL,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_LIBMP3LAME,
} from "node-av/constants";
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from "node-av/lib";
import { MP3_FRAME_SAMPLES } from "./mp3-format.ts";
import type { StreamFormat } from "../stream-formats.ts";

/**
 * How much later than it went in a decoder yields a sample, at the mount's rate: LAME's 576 and the 529 every decoder
 * adds.
 */
export const MP3_DELAY_SAMPLES = 1105;

/** The encoder could not be made or broke. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
}

/**
 * MP3 at a constant bitrate, without the bit reservoir: every frame stands alone, so that a listener may join
 * and another engine may go on at any frame. Owns native memory until `close`.
 */
export class Mp3Encoder {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #planes: readonly Float32Array[] = [];
  #sentFrames = 0;

  /** @throws EncodeError when MP3 has no such format */
  constructor({ bitrateKbps, sampleRateHz, channels }: StreamFormat) {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME);
    if (codec === null) throw new EncodeError("this build of FFmpeg has no MP3 encoder");
    this.#context.allocContext3(codec);
    const layout = channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
    this.#context.sampleRate = sampleRateHz;
    this.#context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.#context.channelLayout = layout;
    this.#context.bitRate = BigInt(bitrateKbps * 1000);
    this.#context.timeBase = new Rational(1, sampleRateHz);
    check(
      this.#context.setOption("reservoir", false, AV_OPT_TYPE_BOOL, AV_OPT_SEARCH_CHILDREN),
      "switch off the bit reservoir",
    );
    this.#context.setOption("compression_level", "5");
    // The synchronous call never gets a dictionary: the binding would free it twice.
    check(this.#context.open2Sync(codec, null), "open the MP3 encoder");
    this.#packet.alloc();
    this.#frame.alloc();
    this.#frame.nbSamples = MP3_FRAME_SAMPLES;
    this.#frame.format = AV_SAMPLE_FMT_FLTP;
    this.#frame.sampleRate = sampleRateHz;
    this.#frame.channelLayout = layout;
    check(this.#frame.allocBuffer(), "allocate a frame");
    this.#viewPlanes();
  }

  /** Where the next frame's samples are to be written, channel by channel, before `encode`; valid until then. */
  get planes(): readonly Float32Array[] {
    return this.#planes;
  }

  /** The first plane. */
  get left(): Float32Array {
    return planeOf(this.#planes, 0);
  }

  /** The second plane; a mono encoder has none. */
  get right(): Float32Array {
    return planeOf(this.#planes, 1);
  }

  /**
   * Encodes what stands in the planes.
   * @returns the frames that became whole, each a copy of its own: none for the first call, then one for each
   */
  encode(): Buffer[] {
    this.#frame.pts = BigInt(this.#sentFrames * MP3_FRAME_SAMPLES);
    this.#sentFrames += 1;
    check(this.#context.sendFrameSync(this.#frame), "encode");
    const frames: Buffer[] = [];
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      const data = this.#packet.data;
      if (data !== null) frames.push(Buffer.from(data));
      this.#packet.unref();
    }
    // Had the encoder kept the frame, writing into it would change the past: it gets memory of its own.
    if (!this.#frame.isWritable) {
      check(this.#frame.makeWritable(), "allocate a frame");
      this.#viewPlanes();
    }
    return frames;
  }

  #viewPlanes(): void {
    const channels = this.#frame.channelLayout.nbChannels;
    const planes = (this.#frame.data ?? []).slice(0, channels);
    if (planes.length < channels) throw new EncodeError("a frame has no memory");
    this.#planes = planes.map(
      ({ buffer, byteOffset }) => new Float32Array(buffer, byteOffset, MP3_FRAME_SAMPLES),
    );
  }

  close(): void {
    // LAME complains on stderr about frames it was not asked for.
    this.#context.sendFrameSync(null);
    while (this.#context.receivePacketSync(this.#packet) >= 0) this.#packet.unref();
    this.#planes = [];
    this.#frame.free();
    this.#packet.free();
    this.#context.freeContext();
  }
}

function planeOf(planes: readonly Float32Array[], index: number): Float32Array {
  const plane = planes[index];
  if (plane === undefined) throw new EncodeError("a mono encoder has no second channel");
  return plane;
}

function check(code: number, what: string): void {
  if (code < 0) throw new EncodeError(`can't ${what}: ${FFmpegError.strerror(code)}`);
}
