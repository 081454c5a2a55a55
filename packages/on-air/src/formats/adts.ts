const HEADER_BYTES = 7;
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
