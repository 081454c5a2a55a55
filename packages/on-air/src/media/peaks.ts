import { gzipSync } from "node:zlib";
import { CHANNELS } from "../audio/pcm-format.ts";

/** Maximum points of a track, whatever its length: two hundred times what a screen shows. */
const MAX_POINTS = 20_000;
const FINEST_SAMPLES = 64;
const MAGIC = "NRW1";
const HEADER_BYTES = 12;

interface WaveformMeter {
  /** @param piece interleaved stereo */
  readonly add: (piece: Float32Array) => void;
  /** The peaks so far: see `packPeaks`. */
  readonly result: () => Buffer;
}

/**
 * Highest, lowest and mean level of equal stretches of a track. Stretches are as short as the number of points allows:
 * when the points are used up, pairs are merged.
 */
export function createWaveformMeter(): WaveformMeter {
  const highest = new Float32Array(MAX_POINTS);
  const lowest = new Float32Array(MAX_POINTS);
  const squares = new Float64Array(MAX_POINTS);
  let points = 0;
  let perPoint = FINEST_SAMPLES;
  let left = perPoint;
  let high = 0;
  let low = 0;
  let square = 0;

  const halve = (): void => {
    points = MAX_POINTS / 2;
    perPoint *= 2;
    for (let to = 0; to < points; to += 1) {
      highest[to] = Math.max(highest[to * 2] ?? 0, highest[to * 2 + 1] ?? 0);
      lowest[to] = Math.min(lowest[to * 2] ?? 0, lowest[to * 2 + 1] ?? 0);
      squares[to] = (squares[to * 2] ?? 0) + (squares[to * 2 + 1] ?? 0);
    }
  };
  const end = (): void => {
    if (points === MAX_POINTS) halve();
    highest[points] = high;
    lowest[points] = low;
    squares[points] = square;
    points += 1;
    high = 0;
    low = 0;
    square = 0;
    left = perPoint;
  };
  return {
    add: (piece) => {
      for (let at = 0; at < piece.length;) {
        const samples = Math.min(left, (piece.length - at) / CHANNELS);
        const until = at + samples * CHANNELS;
        // Local variables: captured ones take twice the time.
        let most = high;
        let least = low;
        let sum = 0;
        for (; at < until; at += CHANNELS) {
          const one = piece[at] ?? 0;
          const two = piece[at + 1] ?? 0;
          if (one > most) most = one;
          else if (one < least) least = one;
          if (two > most) most = two;
          else if (two < least) least = two;
          sum += one * one + two * two;
        }
        high = most;
        low = least;
        square += sum;
        left -= samples;
        if (left === 0) end();
      }
    },
    result: () => {
      if (left < perPoint) end();
      const mean = Array.from(squares.subarray(0, points), (sum) =>
        Math.sqrt(sum / (perPoint * CHANNELS)),
      );
      return packPeaks({
        perPoint,
        highest: highest.subarray(0, points),
        lowest: lowest.subarray(0, points),
        mean,
      });
    },
  };
}

/**
 * Gzipped: `NRW1`, u32le samples at 44.1 kHz per point, u32le points; then one byte per point of the highest sample
 * (127 is full scale), then of the lowest one (signed), then of the mean level as 255 times its square root, which gives
 * quiet sound finer steps.
 */
function packPeaks({
  perPoint,
  highest,
  lowest,
  mean,
}: {
  readonly perPoint: number;
  readonly highest: Float32Array;
  readonly lowest: Float32Array;
  readonly mean: readonly number[];
}): Buffer {
  const points = highest.length;
  const packed = Buffer.alloc(HEADER_BYTES + points * 3);
  packed.write(MAGIC, "latin1");
  packed.writeUInt32LE(perPoint, 4);
  packed.writeUInt32LE(points, 8);
  for (let point = 0; point < points; point += 1) {
    packed.writeInt8(byteOf(highest[point] ?? 0), HEADER_BYTES + point);
    packed.writeInt8(byteOf(lowest[point] ?? 0), HEADER_BYTES + points + point);
    const level = Math.round(Math.sqrt(Math.min(1, mean[point] ?? 0)) * 255);
    packed.writeUInt8(level, HEADER_BYTES + points * 2 + point);
  }
  return gzipSync(packed);
}

/** NaN counts as silence. */
function byteOf(sample: number): number {
  return Number.isNaN(sample) ? 0 : Math.round(Math.max(-1, Math.min(1, sample)) * 127);
}
