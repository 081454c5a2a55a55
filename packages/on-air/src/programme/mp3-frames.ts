import type { StreamFormat } from "../formats/stream-formats.ts";

/** Bitrates of MPEG-1 Layer III in kbit/s, by index in the frame header; 0 is not a bitrate. */
const bitratesKbps: readonly number[] = [
  0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];
/** Its sample rates, by index in the frame header. */
const sampleRatesHz: readonly number[] = [44_100, 48_000, 32_000];
/** The last byte of a header: joint stereo or mono, and "original". */
const JOINT_STEREO = 0x44;
const MONO = 0xc4;

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
