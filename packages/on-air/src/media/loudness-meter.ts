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

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Adds the weighted power of `count` samples of one channel to `power`. */
type Weighting = (samples: Float64Array, power: Float64Array, count: number) => void;

/** The K-weighting of BS.1770 for any sample rate: a shelf for the head, a high-pass for the lows. */
function createWeighting(sampleRateHz: number): Weighting {
  const shelf = headShelf(sampleRateHz);
  const highPass = lowCut(sampleRateHz);
  const state = { s1: 0, s2: 0, h1: 0, h2: 0 };
  return (samples, power, count) => {
    // State that outlives a call is slow to write, so write it once per call.
    let { s1, s2, h1, h2 } = state;
    for (let at = 0; at < count; at += 1) {
      // 1e-18 keeps the filters out of denormal numbers in silence, which cost a hundred times more.
      const input = (samples[at] ?? 0) + 1e-18;
      const shelved = shelf.b0 * input + s1;
      s1 = shelf.b1 * input - shelf.a1 * shelved + s2;
      s2 = shelf.b2 * input - shelf.a2 * shelved;
      const weighted = highPass.b0 * shelved + h1;
      h1 = highPass.b1 * shelved - highPass.a1 * weighted + h2;
      h2 = highPass.b2 * shelved - highPass.a2 * weighted;
      power[at] = (power[at] ?? 0) + weighted * weighted;
    }
    Object.assign(state, { s1, s2, h1, h2 });
  };
}

function headShelf(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (vh + (vb * k) / q + k * k) / a0,
    b1: (2 * (k * k - vh)) / a0,
    b2: (vh - (vb * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function lowCut(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
