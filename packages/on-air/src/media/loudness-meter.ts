import { createLimiterRoomMeter } from "./limiter-room.ts";

/** Loudness of a whole track as EBU R128 defines it; null where silence leaves nothing to measure. */
export interface Loudness {
  readonly integratedLufs: number | null;
  /** Highest peak of the signal between the samples, after four-fold oversampling (BS.1770-4 annex 2). */
  readonly truePeakDbtp: number | null;
  readonly loudnessRangeLu: number | null;
  /** [P3] By how much the highest peak may pass the limiter's ceiling before the track gets quieter, at most 6 dB. */
  readonly limiterRoomDb: number | null;
}

export interface LoudnessMeter {
  /** Takes interleaved stereo in any block size. The array is not kept. */
  add(interleaved: Float32Array): void;
  /** What was measured so far; the meter may go on afterwards. */
  result(): Loudness;
  /** Loudness so far of each window of 400 ms, one every 100 ms, in LUFS; -Infinity for digital silence. */
  momentary(): readonly number[];
}

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** BS.1770: blocks of 400 ms and 3 s, both every 100 ms, gated at -70 LUFS. */
const HOPS_PER_SECOND = 10;
const MOMENTARY_HOPS = 4;
const SHORT_TERM_HOPS = 30;
const ABSOLUTE_GATE_LUFS = -70;

/**
 * Measures stereo audio of `sampleRateHz` while it is decoded, without keeping it.
 * @param findsTruePeak false saves half the time; the peak is then null
 */
export function createLoudnessMeter({
  sampleRateHz,
  findsTruePeak,
}: {
  readonly sampleRateHz: number;
  readonly findsTruePeak: boolean;
}): LoudnessMeter {
  const hopSamples = Math.round(sampleRateHz / HOPS_PER_SECOND);
  const weightingLeft = createWeighting(sampleRateHz);
  const weightingRight = createWeighting(sampleRateHz);
  const peakLeft = createPeakMeter();
  const peakRight = createPeakMeter();
  const room = createLimiterRoomMeter(sampleRateHz);
  /** Mean square of each 100 ms, both channels summed. */
  const hops: number[] = [];
  let energy = 0;
  let samplesInHop = 0;
  return {
    add: (interleaved) => {
      for (let index = 0; index + 1 < interleaved.length; index += 2) {
        const left = interleaved[index] ?? 0;
        const right = interleaved[index + 1] ?? 0;
        const weightedLeft = weightingLeft(left);
        const weightedRight = weightingRight(right);
        const power = weightedLeft * weightedLeft + weightedRight * weightedRight;
        energy += power;
        samplesInHop += 1;
        if (samplesInHop === hopSamples) {
          hops.push(energy / hopSamples);
          energy = 0;
          samplesInHop = 0;
        }
        if (findsTruePeak) {
          room.add(Math.max(Math.abs(left), Math.abs(right)), power);
          peakLeft.add(left);
          peakRight.add(right);
        }
      }
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

/** A track shorter than the window is one block of what there is. */
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

/** The K-weighting of BS.1770 for any sample rate: a shelf for the head, a high-pass for the low end. */
function createWeighting(sampleRateHz: number): (sample: number) => number {
  const shelf = headShelf(sampleRateHz);
  const highPass = lowCut(sampleRateHz);
  let s1 = 0;
  let s2 = 0;
  let h1 = 0;
  let h2 = 0;
  return (sample) => {
    // 1e-18 keeps the filters out of denormal numbers in silence, which cost a hundred times more.
    const input = sample + 1e-18;
    const shelved = shelf.b0 * input + s1;
    s1 = shelf.b1 * input - shelf.a1 * shelved + s2;
    s2 = shelf.b2 * input - shelf.a2 * shelved;
    const weighted = highPass.b0 * shelved + h1;
    h1 = highPass.b1 * shelved - highPass.a1 * weighted + h2;
    h2 = highPass.b2 * shelved - highPass.a2 * weighted;
    return weighted;
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

const TAPS = 12;
const PHASES = 4;

/** The four phases of a windowed-sinc interpolator, each normalised to unity at 0 Hz. */
function interpolationPhases(): readonly Float64Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
      const x = tap - (TAPS / 2 - 1) - phase / PHASES;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2));
      return x === 0 ? 1 : (window * Math.sin(Math.PI * x)) / (Math.PI * x);
    });
    const sum = taps.reduce((total, value) => total + value, 0);
    return taps.map((value) => value / sum);
  });
}

function createPeakMeter(): { add(sample: number): void; peak(): number } {
  const phases = interpolationPhases();
  // Between samples the signal can't exceed the largest neighbour by more than this, so quiet places are skipped.
  const largestGain = Math.max(
    ...phases.map((taps) => taps.reduce((sum, value) => sum + Math.abs(value), 0)),
  );
  const history = new Float64Array(TAPS * 2);
  let at = 0;
  let highest = 0;
  let samplesUntilQuiet = 0;
  return {
    add: (sample) => {
      history[at] = sample;
      history[at + TAPS] = sample;
      at = at + 1 === TAPS ? 0 : at + 1;
      const size = Math.abs(sample);
      if (size > highest) highest = size;
      if (size * largestGain > highest) samplesUntilQuiet = TAPS;
      if (samplesUntilQuiet === 0) return;
      samplesUntilQuiet -= 1;
      for (let phase = 1; phase < PHASES; phase += 1) {
        const taps = phases[phase];
        if (taps === undefined) continue;
        let sum = 0;
        for (let tap = 0; tap < TAPS; tap += 1) sum += (history[at + tap] ?? 0) * (taps[tap] ?? 0);
        if (Math.abs(sum) > highest) highest = Math.abs(sum);
      }
    },
    peak: () => highest,
  };
}
