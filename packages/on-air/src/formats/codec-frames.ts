import type { Codec } from "./stream-formats.ts";

const HEADER_BYTES = 7;

/** Frames as a codec makes them. Samples are at the mount's rate. */
interface CodecFrames {
  readonly frameSamples: number;
  /** Delay from the encoder's input to a decoder's output, in samples. */
  readonly delaySamples: number;
  /** The first frames contain the encoder's start and are dropped. */
  readonly dropped: number;
  /** Maximum frames per block. */
  readonly perBlock: (sampleRateHz: number) => number;
}

/** At 44.1 kHz that is 12 frames of MP3, 313 ms. */
const MAX_BLOCK_MS = 320;

export const codecFrames: Readonly<Record<Codec, CodecFrames>> = {
  // LAME's 576 plus the 529 that every decoder adds.
  mp3: { frameSamples: 1152, delaySamples: 1105, dropped: 2, perBlock: framesIn(1152) },
  // A block becomes a page: 200 ms. We drop the 80 ms in which a decoder settles [RFC 7845 §4.6].
  opus: { frameSamples: 960, delaySamples: 312, dropped: 4, perBlock: () => 10 },
  aac: { frameSamples: 1024, delaySamples: 1024, dropped: 2, perBlock: framesIn(1024) },
};

function framesIn(frameSamples: number): (sampleRateHz: number) => number {
  return (sampleRateHz) => Math.floor((MAX_BLOCK_MS * sampleRateHz) / frameSamples / 1000);
}

/**
 * Joins frames into a block. MP3 and AAC frames are self-delimiting; each Opus packet is preceded by its length, u16le.
 */
export function packFrames(codec: Codec, frames: readonly Buffer[]): Buffer {
  if (codec !== "opus") return Buffer.concat(frames);
  return Buffer.concat(
    frames.flatMap((frame) => {
      const length = Buffer.alloc(2);
      length.writeUInt16LE(frame.length);
      return [length, frame];
    }),
  );
}

/** The packets of an Opus block. @throws RangeError when it ends inside one */
export function unpackOpus(block: Buffer): readonly Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < block.length;) {
    const end = at + 2 + block.readUInt16LE(at);
    if (end > block.length) throw new RangeError("a block ends inside a packet");
    packets.push(block.subarray(at + 2, end));
    at = end;
  }
  return packets;
}

/** ADTS sample rates, by header index. */
const sampleRatesHz: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
  7350,
];

/** Wraps an AAC-LC frame in MPEG-4 ADTS without checksum, which makes it self-contained [ISO 14496-3 1.A.2]. */
export function toAdts(
  frame: Buffer,
  { sampleRateHz, channels }: { readonly sampleRateHz: number; readonly channels: number },
): Buffer {
  const rateIndex = sampleRatesHz.indexOf(sampleRateHz);
  if (rateIndex < 0) throw new RangeError(`AAC has no ${sampleRateHz} Hz`);
  const length = HEADER_BYTES + frame.length;
  const header = Buffer.from([
    0xff,
    0xf1,
    (1 << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return Buffer.concat([header, frame]);
}

/** Length of the frame at `at`, header included. @throws RangeError when no frame starts there */
export function adtsLength(bytes: Buffer, at: number): number {
  const isFrame = at + HEADER_BYTES <= bytes.length && (bytes.readUInt16BE(at) & 0xfff6) === 0xfff0;
  const length = isFrame ? (bytes.readUInt32BE(at + 2) >> 5) & 0x1fff : 0;
  if (length <= HEADER_BYTES) throw new RangeError(`no AAC frame at ${at}`);
  return length;
}
