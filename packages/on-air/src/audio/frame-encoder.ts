import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_BOOL,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  type AVSampleFormat,
  type FFAudioEncoder,
} from "node-av/constants";
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from "node-av/lib";
import {
  codecNames,
  type Codec as CodecName,
  type StreamFormat,
} from "../formats/stream-formats.ts";
import { codecFrames, toAdts } from "../formats/codec-frames.ts";
import { silenceCodecLog } from "./codec-log.ts";

/** The encoder could not be created, or failed. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
}

interface EncoderSetup {
  readonly encoder: FFAudioEncoder;
  readonly sampleFormat: AVSampleFormat;
  readonly setOptions: (context: CodecContext) => void;
}

const setups: Readonly<Record<CodecName, EncoderSetup>> = {
  mp3: {
    encoder: FF_ENCODER_LIBMP3LAME,
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    setOptions: (context) => {
      check(
        context.setOption("reservoir", false, AV_OPT_TYPE_BOOL, AV_OPT_SEARCH_CHILDREN),
        "switch off the bit reservoir",
      );
      context.setOption("compression_level", "5");
    },
  },
  opus: {
    encoder: FF_ENCODER_LIBOPUS,
    sampleFormat: AV_SAMPLE_FMT_FLT,
    // Keeps packets short, so that no single one fills a listener's connection.
    setOptions: (context) => check(context.setOption("vbr", "constrained"), "set the bitrate"),
  },
  aac: { encoder: FF_ENCODER_AAC, sampleFormat: AV_SAMPLE_FMT_FLTP, setOptions: () => {} },
};

/**
 * Encodes frames of one codec. MP3 has a constant bitrate and no bit reservoir: every frame stands alone, so a listener
 * can join, or another engine take over, at any frame. AAC is LC in ADTS; Opus is bare 20 ms packets. Owns native
 * memory until `close`.
 */
export class FrameEncoder {
  readonly frameSamples: number;
  readonly #format: StreamFormat;
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  /** One plane per channel, or a single interleaved one. */
  #planes: readonly Float32Array[] = [];
  #sentFrames = 0;
  /** Samples of the next frame received so far. */
  #filled = 0;

  /** @throws EncodeError when the codec does not support the format */
  constructor(format: StreamFormat) {
    const { codec, bitrateKbps, sampleRateHz, channels } = format;
    const { encoder, sampleFormat, setOptions } = setups[codec];
    silenceCodecLog();
    this.#format = format;
    this.frameSamples = codecFrames[codec].frameSamples;
    const found = Codec.findEncoderByName(encoder);
    if (found === null)
      throw new EncodeError(`this build of FFmpeg has no ${codecNames[codec]} encoder`);
    this.#context.allocContext3(found);
    const layout = channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
    this.#context.sampleRate = sampleRateHz;
    this.#context.sampleFormat = sampleFormat;
    this.#context.channelLayout = layout;
    this.#context.bitRate = BigInt(bitrateKbps * 1000);
    this.#context.timeBase = new Rational(1, sampleRateHz);
    setOptions(this.#context);
    // Never pass a dictionary to the synchronous call: the binding would free it twice.
    check(this.#context.open2Sync(found, null), `open the ${codecNames[codec]} encoder`);
    this.#packet.alloc();
    this.#frame.alloc();
    this.#frame.nbSamples = this.frameSamples;
    this.#frame.format = sampleFormat;
    this.#frame.sampleRate = sampleRateHz;
    this.#frame.channelLayout = layout;
    check(this.#frame.allocBuffer(), "allocate a frame");
    this.#viewPlanes();
  }

  /**
   * Encodes the next piece of sound, one array per channel of the format.
   * @returns the completed frames, each its own copy
   */
  encode(sound: readonly Float32Array[]): Buffer[] {
    const count = sound[0]?.length ?? 0;
    const frames: Buffer[] = [];
    for (let at = 0; at < count;) {
      const taken = Math.min(count - at, this.frameSamples - this.#filled);
      this.#fill(sound, at, taken);
      at += taken;
      this.#filled += taken;
      if (this.#filled < this.frameSamples) break;
      frames.push(...this.#encodeFrame());
      this.#filled = 0;
    }
    return frames;
  }

  #fill(sound: readonly Float32Array[], from: number, count: number): void {
    const isInterleaved = this.#planes.length < sound.length;
    for (const [channel, samples] of sound.entries()) {
      const plane = this.#planes[isInterleaved ? 0 : channel];
      if (plane === undefined) throw new EncodeError("too many channels");
      if (!isInterleaved) plane.set(samples.subarray(from, from + count), this.#filled);
      else
        for (let index = 0; index < count; index += 1)
          plane[(this.#filled + index) * sound.length + channel] = samples[from + index] ?? 0;
    }
  }

  #encodeFrame(): Buffer[] {
    this.#frame.pts = BigInt(this.#sentFrames * this.frameSamples);
    this.#sentFrames += 1;
    check(this.#context.sendFrameSync(this.#frame), "encode");
    const frames: Buffer[] = [];
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      const data = this.#packet.data;
      if (data !== null)
        frames.push(this.#format.codec === "aac" ? toAdts(data, this.#format) : Buffer.from(data));
      this.#packet.unref();
    }
    // If the encoder still holds the frame, writing into it would change the past, so allocate new memory.
    if (!this.#frame.isWritable) {
      check(this.#frame.makeWritable(), "allocate a frame");
      this.#viewPlanes();
    }
    return frames;
  }

  #viewPlanes(): void {
    const channels = this.#frame.channelLayout.nbChannels;
    const isPlanar = this.#frame.format === AV_SAMPLE_FMT_FLTP;
    const planes = (this.#frame.data ?? []).slice(0, isPlanar ? channels : 1);
    if (planes.length < (isPlanar ? channels : 1))
      throw new EncodeError("a frame could not be allocated");
    const length = this.frameSamples * (isPlanar ? 1 : channels);
    this.#planes = planes.map(
      ({ buffer, byteOffset }) => new Float32Array(buffer, byteOffset, length),
    );
  }

  close(): void {
    this.#planes = [];
    this.#frame.free();
    this.#packet.free();
    this.#context.freeContext();
  }
}

function check(code: number, what: string): void {
  if (code < 0) throw new EncodeError(`can't ${what}: ${FFmpegError.strerror(code)}`);
}
