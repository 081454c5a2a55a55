/** Bitrates of MPEG-1 Layer III in kbit/s, by their index in the frame header; 0 is not a bitrate. */
export const mp3BitratesKbps: readonly number[] = [
  0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];

/** One frame of digital silence: a header without CRC, then side information and data that are all zero. */
export function silentMp3Frame(bitrateKbps: number): Buffer {
  const index = mp3BitratesKbps.indexOf(bitrateKbps);
  if (index < 1) throw new RangeError(`MP3 has no bitrate of ${bitrateKbps} kbit/s`);
  const frame = Buffer.alloc(Math.floor((144_000 * bitrateKbps) / 44_100));
  frame.set([0xff, 0xfb, index << 4, 0x44]);
  return frame;
}
