import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_BOOL,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_LIBMP3LAME,
} from "node-av/constants";
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from "node-av/lib";
import { MP3_FRAME_SAMPLES } from "./mp3-format.ts";
import { SAMPLE_RATE_HZ } from "./pcm-format.ts";

/** How much later than it went in a decoder yields a sample: LAME's 576 and the 529 every decoder adds. */
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
  #left: Float32Array = new Float32Array(0);
  #right: Float32Array = new Float32Array(0);
  #sentFrames = 0;

  /** @throws EncodeError when MP3 has no such bitrate */
  constructor({ bitrateKbps }: { readonly bitrateKbps: number }) {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME);
    if (codec === null) throw new EncodeError("this build of FFmpeg has no MP3 encoder");
    this.#context.allocContext3(codec);
    this.#context.sampleRate = SAMPLE_RATE_HZ;
    this.#context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.#context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    this.#context.bitRate = BigInt(bitrateKbps * 1000);
    this.#context.timeBase = new Rational(1, SAMPLE_RATE_HZ);
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
    this.#frame.sampleRate = SAMPLE_RATE_HZ;
    this.#frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    check(this.#frame.allocBuffer(), "allocate a frame");
    this.#viewPlanes();
  }

  /** Where the next frame's samples are to be written, before `encode`; valid until then. */
  get left(): Float32Array {
    return this.#left;
  }

  get right(): Float32Array {
    return this.#right;
  }

  /**
   * Encodes what stands in `left` and `right`.
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
    const [left, right] = this.#frame.data ?? [];
    if (left === undefined || right === undefined) throw new EncodeError("a frame has no memory");
    this.#left = new Float32Array(left.buffer, left.byteOffset, MP3_FRAME_SAMPLES);
    this.#right = new Float32Array(right.buffer, right.byteOffset, MP3_FRAME_SAMPLES);
  }

  close(): void {
    // LAME complains on stderr about frames it was not asked for.
    this.#context.sendFrameSync(null);
    while (this.#context.receivePacketSync(this.#packet) >= 0) this.#packet.unref();
    this.#left = new Float32Array(0);
    this.#right = new Float32Array(0);
    this.#frame.free();
    this.#packet.free();
    this.#context.freeContext();
  }
}

function check(code: number, what: string): void {
  if (code < 0) throw new EncodeError(`can't ${what}: ${FFmpegError.strerror(code)}`);
}
