import { createWeighting } from "./k-weighting.ts";
import { createLimiterRoomMeter } from "./limiter-room.ts";
import { createPeakMeter } from "./true-peak.ts";

/** Loudness of a whole track by EBU R128; null when only silence was measured. */
export interface Loudness {
  readonly integratedLufs: number | null;
  /** Highest peak between the samples, after four-fold oversampling (BS.1770-4 annex 2). */
  readonly truePeakDbtp: number | null;
  readonly loudnessRangeLu: number | null;
  /** [P3] How far the highest peak may exceed the limiter's ceiling before the track gets quieter, at most 6 dB. */
  readonly limiterRoomDb: number | null;
}

interface LoudnessMeter {
  /** Takes interleaved stereo in any block size. The array is not kept. */
  add(interleaved: Float32Array): void;
  /** The measurement so far; the meter may continue afterwards. */
  result(): Loudness;
  /** Loudness so far of each window of 400 ms, one every 100 ms, in LUFS; -Infinity for digital silence. */
  momentary(): readonly number[];
}

/** BS.1770: blocks of 400 ms and 3 s, both every 100 ms, gated at -70 LUFS. */
const HOPS_PER_SECOND = 10;
const MOMENTARY_HOPS = 4;
const SHORT_TERM_HOPS = 30;
const ABSOLUTE_GATE_LUFS = -70;
/** Samples per pass: filtering one channel at a time in pieces is faster. */
const PIECE_SAMPLES = 4096;

/**
 * Measures stereo audio of `sampleRateHz` while it is decoded, without keeping it.
 * @param findsTruePeak false halves the time; the peak is then null
 */
export function createLoudnessMeter({
  sampleRateHz,
  findsTruePeak,
}: {
  readonly sampleRateHz: number;
  readonly findsTruePeak: boolean;
}): LoudnessMeter {
  const hopSamples = Math.round(sampleRateHz / HOPS_PER_SECOND);
  const weightLeft = createWeighting(sampleRateHz);
  const weightRight = createWeighting(sampleRateHz);
  const peakLeft = createPeakMeter();
  const peakRight = createPeakMeter();
  const room = createLimiterRoomMeter(sampleRateHz);
  /** Mean square of each 100 ms, both channels summed. */
  const hops: number[] = [];
  let energy = 0;
  let samplesInHop = 0;
  const left = new Float64Array(PIECE_SAMPLES);
  const right = new Float64Array(PIECE_SAMPLES);
  const power = new Float64Array(PIECE_SAMPLES);
  const addPiece = (interleaved: Float32Array, from: number, count: number): void => {
    for (let at = 0; at < count; at += 1) {
      left[at] = interleaved[2 * (from + at)] ?? 0;
      right[at] = interleaved[2 * (from + at) + 1] ?? 0;
    }
    power.fill(0, 0, count);
    weightLeft(left, power, count);
    weightRight(right, power, count);
    for (let at = 0; at < count; at += 1) {
      energy += power[at] ?? 0;
      samplesInHop += 1;
      if (samplesInHop < hopSamples) continue;
      hops.push(energy / hopSamples);
      energy = 0;
      samplesInHop = 0;
    }
    if (!findsTruePeak) return;
    peakLeft.add(left, count);
    peakRight.add(right, count);
    room.add({ left, right, power, count });
  };
  return {
    add: (interleaved) => {
      const samples = interleaved.length >> 1;
      for (let from = 0; from < samples; from += PIECE_SAMPLES)
        addPiece(interleaved, from, Math.min(PIECE_SAMPLES, samples - from));
    },
    result: () => {
      const peak = Math.max(peakLeft.peak(), peakRight.peak());
      const truePeakDbtp = peak > 1e-6 ? 20 * Math.log10(peak) : null;
      return {
        integratedLufs: integrated(slidingMeans(hops, MOMENTARY_HOPS)),
        truePeakDbtp,
        limiterRoomDb: truePeakDbtp === null ? null : room.roomDb(truePeakDbtp),
        loudnessRangeLu: range(slidingMeans(hops, SHORT_TERM_HOPS)),
      };
    },
    momentary: () => slidingMeans(hops, MOMENTARY_HOPS).map(toLufs),
  };
}

function toLufs(meanSquare: number): number {
  return -0.691 + 10 * Math.log10(meanSquare);
}

/** A track shorter than the window counts as one block. */
function slidingMeans(hops: readonly number[], windowHops: number): readonly number[] {
  const size = Math.min(windowHops, hops.length);
  if (size === 0) return [];
  const means: number[] = [];
  for (let end = size; end <= hops.length; end += 1) {
    let sum = 0;
    for (let index = end - size; index < end; index += 1) sum += hops[index] ?? 0;
    means.push(sum / size);
  }
  return means;
}

function integrated(blocks: readonly number[]): number | null {
  const audible = blocks.filter((block) => toLufs(block) > ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return null;
  const relativeGate = toLufs(mean(audible)) - 10;
  return toLufs(mean(audible.filter((block) => toLufs(block) > relativeGate)));
}

/** EBU Tech 3342: between the 10th and 95th percentile of short-term loudness, gated 20 LU below its mean. */
function range(blocks: readonly number[]): number | null {
  const audible = blocks.filter((block) => toLufs(block) > ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return null;
  const relativeGate = toLufs(mean(audible)) - 20;
  const gated = audible
    .map((block) => toLufs(block))
    .filter((lufs) => lufs > relativeGate)
    .sort((a, b) => a - b);
  const low = gated[Math.round((gated.length - 1) * 0.1)] ?? 0;
  const high = gated[Math.round((gated.length - 1) * 0.95)] ?? 0;
  return high - low;
}

function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
