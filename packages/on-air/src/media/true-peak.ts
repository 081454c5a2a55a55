/** Finds one channel's highest peak, including between samples, after four-fold oversampling (BS.1770-4 annex 2). */
interface PeakMeter {
  /** Takes the first `count` samples of the array, which is not kept. */
  add(samples: Float64Array, count: number): void;
  peak(): number;
}

const TAPS = 12;
const HALF = TAPS / 2;
const PHASES = 4;

/** The coefficients of one phase of a windowed-sinc interpolator, normalised to unity at 0 Hz. */
function interpolation(phase: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const x = tap - (HALF - 1) - phase / PHASES;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / HALF);
    return x === 0 ? 1 : (window * Math.sin(Math.PI * x)) / (Math.PI * x);
  });
  const sum = taps.reduce((total, value) => total + value, 0);
  return taps.map((value) => value / sum);
}

const quarter = interpolation(1);
const middle = interpolation(2);
const lastTap = TAPS - 1;
// The third quarter is the first one reversed: compute what both share of a pair of samples once.
const shared = quarter.map((value, tap) => (value + (quarter[lastTap - tap] ?? 0)) / 2);
const opposed = quarter.map((value, tap) => (value - (quarter[lastTap - tap] ?? 0)) / 2);
// Between samples the signal can't exceed the largest neighbour by more than this, so quiet passages can be skipped.
const largestGain = Math.max(
  ...[quarter, middle].map((taps) => taps.reduce((sum, value) => sum + Math.abs(value), 0)),
);

export function createPeakMeter(): PeakMeter {
  /** The end of the previous samples, followed by the current ones. */
  let window = new Float64Array(lastTap);
  let highest = 0;
  let samplesUntilQuiet = 0;
  return {
    add: (samples, count) => {
      if (window.length < lastTap + count) {
        const longer = new Float64Array(lastTap + count);
        longer.set(window.subarray(0, lastTap));
        window = longer;
      }
      window.set(samples.subarray(0, count), lastTap);
      for (let at = 0; at < count; at += 1) {
        const size = Math.abs(window[at + lastTap] ?? 0);
        if (size > highest) highest = size;
        if (size * largestGain > highest) samplesUntilQuiet = TAPS;
        if (samplesUntilQuiet === 0) continue;
        samplesUntilQuiet -= 1;
        let even = 0;
        let odd = 0;
        let halfway = 0;
        for (let tap = 0; tap < HALF; tap += 1) {
          const early = window[at + tap] ?? 0;
          const late = window[at + lastTap - tap] ?? 0;
          even += (shared[tap] ?? 0) * (early + late);
          odd += (opposed[tap] ?? 0) * (early - late);
          halfway += (middle[tap] ?? 0) * (early + late);
        }
        const between = Math.max(Math.abs(even) + Math.abs(odd), Math.abs(halfway));
        if (between > highest) highest = between;
      }
      window.copyWithin(0, count, count + lastTap);
    },
    peak: () => highest,
  };
}
