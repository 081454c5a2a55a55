/** A waveform: one value for each of equal stretches of the track. */
export interface Peaks {
  readonly pointMs: number;
  /** Highest and lowest sample; ±127 is full scale. */
  readonly high: Int8Array;
  readonly low: Int8Array;
  /** 255 times the square root of the mean level. */
  readonly level: Uint8Array;
}

const HEADER_BYTES = 12;
const MAGIC = "NRW1";
const RATE_HZ = 44_100;

/** undefined if the bytes aren't a waveform. */
export function parsePeaks(bytes: ArrayBuffer): Peaks | undefined {
  if (bytes.byteLength < HEADER_BYTES) return undefined;
  if (String.fromCodePoint(...new Uint8Array(bytes, 0, MAGIC.length)) !== MAGIC) return undefined;
  const header = new DataView(bytes);
  const perPoint = header.getUint32(4, true);
  const points = header.getUint32(8, true);
  if (perPoint === 0 || bytes.byteLength !== HEADER_BYTES + points * 3) return undefined;
  return {
    pointMs: (perPoint * 1000) / RATE_HZ,
    high: new Int8Array(bytes, HEADER_BYTES, points),
    low: new Int8Array(bytes, HEADER_BYTES + points, points),
    level: new Uint8Array(bytes, HEADER_BYTES + points * 2, points),
  };
}

export interface Column {
  /** From 1 down to -1. */
  readonly high: number;
  readonly low: number;
  /** Mean level, 0 to 1. */
  readonly mean: number;
}

/** What one column of the picture shows: everything between two moments; silence outside the track. */
export function columnOf(
  { pointMs, high, low, level }: Peaks,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Column {
  const first = Math.max(0, Math.floor(fromMs / pointMs));
  const last = Math.min(level.length, Math.max(first + 1, Math.ceil(untilMs / pointMs)));
  let highest = 0;
  let lowest = 0;
  let sum = 0;
  for (let point = first; point < last; point += 1) {
    highest = Math.max(highest, high[point] ?? 0);
    lowest = Math.min(lowest, low[point] ?? 0);
    sum += meanOf(level[point] ?? 0) ** 2;
  }
  const mean = last > first ? Math.sqrt(sum / (last - first)) : 0;
  return { high: highest / 127, low: lowest / 127, mean };
}

/** 0 to 1. */
export function meanOf(level: number): number {
  return (level / 255) ** 2;
}
