/** MPEG-1 layer III bitrates in kbit/s, by header index. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const SAMPLE_RATES_HZ = [44_100, 48_000, 32_000];
const HEADER_BYTES = 4;

/** Whether the bytes hold `count` whole MP3 frames in a row. */
export function hasMp3Frames(bytes: Buffer, count: number): boolean {
  for (let start = 0; start + HEADER_BYTES <= bytes.length; start++)
    if (framesFrom(bytes, start) >= count) return true;
  return false;
}

function framesFrom(bytes: Buffer, start: number): number {
  let frames = 0;
  for (let at = start; ; frames++) {
    const length = mp3FrameLength(bytes, at);
    if (length === null || at + length > bytes.length) return frames;
    at += length;
  }
}

/** Length in bytes of the frame at `at`; null without an MPEG-1 layer III header there. */
export function mp3FrameLength(bytes: Buffer, at: number): number | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  // Eleven sync bits, MPEG-1, layer III; the checksum bit may be either.
  if ((header & 0xfffe0000) >>> 0 !== 0xfffa0000) return null;
  const bitrate = BITRATES[(header >>> 12) & 0xf] ?? 0;
  const sampleRateHz = SAMPLE_RATES_HZ[(header >>> 10) & 0x3];
  if (bitrate === 0 || sampleRateHz === undefined) return null;
  return Math.floor((144 * bitrate * 1000) / sampleRateHz) + ((header >>> 9) & 1);
}
