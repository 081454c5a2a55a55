/** Samples of one MPEG-1 Layer III frame. */
export const MP3_FRAME_SAMPLES = 1152;

/** Bitrates of MPEG-1 Layer III in kbit/s, by their index in the frame header; 0 is not a bitrate. */
export const mp3BitratesKbps: readonly number[] = [
  0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
];

/** @returns the length in bytes of the MPEG-1 Layer III frame at 44.1 kHz that begins there; undefined if none does */
export function mp3FrameBytes(bytes: Buffer, at: number): number | undefined {
  const [first, second, third] = bytes.subarray(at, at + 3);
  if (first !== 0xff || second === undefined || third === undefined) return undefined;
  if ((second & 0xfe) !== 0xfa || (third & 0x0c) !== 0) return undefined;
  const bitrateKbps = mp3BitratesKbps[third >> 4];
  if (bitrateKbps === undefined || bitrateKbps === 0) return undefined;
  const padding = (third >> 1) & 1;
  return Math.floor((144_000 * bitrateKbps) / 44_100) + padding;
}

/**
 * Cuts whole frames from the beginning of a block.
 * @returns what is left, and how many samples went; undefined when the bytes are not MP3 frames
 */
export function dropMp3Frames({
  bytes,
  samplesToDrop,
}: {
  readonly bytes: Buffer;
  readonly samplesToDrop: number;
}): { readonly bytes: Buffer; readonly droppedSamples: number } | undefined {
  let at = 0;
  let droppedSamples = 0;
  while (droppedSamples < samplesToDrop) {
    const length = mp3FrameBytes(bytes, at);
    if (length === undefined || at + length > bytes.length) return undefined;
    at += length;
    droppedSamples += MP3_FRAME_SAMPLES;
  }
  return { bytes: bytes.subarray(at), droppedSamples };
}

/** One frame of digital silence: a header without CRC, then side information and data that are all zero. */
export function silentMp3Frame(bitrateKbps: number): Buffer {
  const index = mp3BitratesKbps.indexOf(bitrateKbps);
  if (index < 1) throw new RangeError(`MP3 has no bitrate of ${bitrateKbps} kbit/s`);
  const frame = Buffer.alloc(Math.floor((144_000 * bitrateKbps) / 44_100));
  frame.set([0xff, 0xfb, index << 4, 0x44]);
  return frame;
}
