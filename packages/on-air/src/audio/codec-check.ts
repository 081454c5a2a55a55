import {
  AV_CHANNEL_LAYOUT_STEREO,
  AVERROR_EAGAIN,
  FF_DECODER_AAC,
  FF_DECODER_ALAC,
  FF_DECODER_FLAC,
  FF_DECODER_MP3FLOAT,
  FF_DECODER_OPUS,
  FF_DECODER_PCM_S16LE,
  FF_DECODER_VORBIS,
} from "node-av/constants";
import { Codec, CodecContext, FFmpegError, Frame, Packet } from "node-av/lib";
import { codecNames, codecs, type Codec as CodecName } from "../formats/stream-formats.ts";
import { silenceCodecLog } from "./codec-log.ts";
import { MountEncoder } from "./mount-encoder.ts";
import { MIX_FRAME_SAMPLES, SAMPLE_RATE_HZ } from "./pcm-format.ts";

interface CodecCheck {
  readonly name: string;
  /** null if it works. */
  readonly problem: string | null;
}

const TONE_SECONDS = 0.5;
const SAMPLE_RATES_HZ: Readonly<Record<CodecName, number>> = {
  mp3: 44_100,
  opus: 48_000,
  aac: 44_100,
};
/** Codecs the library only decodes; no mount uses them. */
const readOnly = {
  FLAC: FF_DECODER_FLAC,
  Vorbis: FF_DECODER_VORBIS,
  ALAC: FF_DECODER_ALAC,
  WAV: FF_DECODER_PCM_S16LE,
} as const;

/** Encodes and decodes a tone for every mount codec; for read-only codecs, checks that a decoder exists. */
export function checkCodecs(): readonly CodecCheck[] {
  silenceCodecLog();
  const mounts = codecs.map((codec) => ({
    name: `${codecNames[codec]} encoded and decoded`,
    problem: tried(() => roundTrip(codec)),
  }));
  const files = Object.entries(readOnly).map(([name, decoder]) => ({
    name: `${name} decoder found`,
    problem: Codec.findDecoderByName(decoder) === null ? "not in this build of FFmpeg" : null,
  }));
  return [...mounts, ...files];
}

function tried(work: () => string | null): string | null {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function roundTrip(codec: CodecName): string | null {
  const frames = encodeTone(codec);
  if (frames.length === 0) return "the encoder produces nothing";
  const peak = decodePeak(codec, frames);
  return peak > 0.1 ? null : "what was encoded decodes to silence";
}

function encodeTone(codec: CodecName): readonly Buffer[] {
  const sampleRateHz = SAMPLE_RATES_HZ[codec];
  const encoder = new MountEncoder({ codec, bitrateKbps: 128, sampleRateHz, channels: 2 });
  try {
    const blocks = Math.ceil((TONE_SECONDS * SAMPLE_RATE_HZ) / MIX_FRAME_SAMPLES);
    return Array.from({ length: blocks }, (_, block) => {
      const sound = Float32Array.from(
        { length: MIX_FRAME_SAMPLES },
        (_sample, at) => 0.5 * Math.sin((block * MIX_FRAME_SAMPLES + at) / 16),
      );
      return encoder.encode({ left: sound, right: sound });
    }).flat();
  } finally {
    encoder.close();
  }
}

/** Peak of the first channel. */
function decodePeak(name: CodecName, packets: readonly Buffer[]): number {
  const codec = Codec.findDecoderByName(decoders[name]);
  if (codec === null) throw new Error("this build of FFmpeg has no decoder for it");
  const context = new CodecContext();
  const packet = new Packet();
  const frame = new Frame();
  try {
    context.allocContext3(codec);
    context.sampleRate = SAMPLE_RATES_HZ[name];
    context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    context.threadCount = 1;
    check(context.open2Sync(codec, null));
    packet.alloc();
    frame.alloc();
    let peak = 0;
    for (const data of packets) {
      packet.data = data;
      check(context.sendPacketSync(packet));
      packet.unref();
      for (;;) {
        const code = context.receiveFrameSync(frame);
        if (code === AVERROR_EAGAIN) break;
        check(code);
        const [plane] = frame.data ?? [];
        if (plane !== undefined) peak = Math.max(peak, peakOf(plane));
        frame.unref();
      }
    }
    return peak;
  } finally {
    frame.free();
    packet.free();
    context.freeContext();
  }
}

/** Decoders that output float samples. */
const decoders = { mp3: FF_DECODER_MP3FLOAT, opus: FF_DECODER_OPUS, aac: FF_DECODER_AAC } as const;

function peakOf({ buffer, byteOffset, byteLength }: Buffer): number {
  const samples = new Float32Array(buffer, byteOffset, Math.floor(byteLength / 4));
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function check(code: number): void {
  if (code < 0) throw new Error(FFmpegError.strerror(code));
}
