import { codecFrames, packFrames, toAdts } from "../formats/codec-frames.ts";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";

/** Frames per block of silence, about 0.2 s; at every rate ten frames last whole samples, or nearly. */
const BLOCK_FRAMES = 10;
/** An empty 20 ms packet at full bandwidth, with as many channels as the header page says. */
const OPUS_SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
/** One channel, or a pair, without a spectrum [ISO 14496-3 4.4.2]. */
const AAC_SILENCE_MONO = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);
const AAC_SILENCE_STEREO = Buffer.from([0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]);
/** The last byte of a header: joint stereo or mono, and "original". */
const JOINT_STEREO = 0x44;
const MONO = 0xc4;

/** A block of digital silence: its bytes, and its length in samples of the programme. */
export function silentBlock(format: StreamFormat): {
  readonly bytes: Buffer;
  readonly samples: number;
} {
  const frame = silentFrame(format);
  const frames = Array.from({ length: BLOCK_FRAMES }, () => frame);
  const samples = BLOCK_FRAMES * codecFrames[format.codec].frameSamples;
  return {
    bytes: packFrames(format.codec, frames),
    samples: Math.round((samples * PROGRAMME_RATE_HZ) / format.sampleRateHz),
  };
}

function silentFrame(format: StreamFormat): Buffer {
  switch (format.codec) {
    case "mp3":
      return silentMp3Frame(format);
    case "opus":
      return OPUS_SILENCE;
    case "aac":
      return toAdts(format.channels === 1 ? AAC_SILENCE_MONO : AAC_SILENCE_STEREO, format);
    default:
      return format.codec satisfies never;
  }
}

/** Bitrates of MPEG-1 Layer III in kbit/s, by index in the frame header; 0 is not a bitrate. */
const bitratesKbps: readonly number[] = [
  0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
/** Its sample rates, by index in the frame header. */
const sampleRatesHz: readonly number[] = [44_100, 48_000, 32_000];

/** One frame of digital silence: a header without CRC, then all-zero side information and data. */
export function silentMp3Frame({
  bitrateKbps,
  sampleRateHz,
  channels,
}: Omit<StreamFormat, "codec">): Buffer {
  const bitrate = bitratesKbps.indexOf(bitrateKbps);
  const sampleRate = sampleRatesHz.indexOf(sampleRateHz);
  if (bitrate < 1 || sampleRate < 0)
    throw new RangeError(`MP3 has no ${bitrateKbps} kbit/s at ${sampleRateHz} Hz`);
  const frame = Buffer.alloc(Math.floor((144_000 * bitrateKbps) / sampleRateHz));
  frame.set([0xff, 0xfb, (bitrate << 4) | (sampleRate << 2), channels === 1 ? MONO : JOINT_STEREO]);
  return frame;
}
