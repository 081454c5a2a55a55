export const BARS = 96;
const LOWEST_HZ = 40;
const HIGHEST_HZ = 16_000;
const FLOOR_DB = -80;
const CEILING_DB = -28;
/** Music falls by about 3 dB an octave; lifting it as much makes the highs move too. */
const TILT_DB_PER_OCTAVE = 3;
/** Below this there is no signal to speak of: digital silence and dither. */
const SILENCE_DB = -90;

/** Centre frequency of a bar; the bars are equally wide in octaves from 40 Hz to 16 kHz. */
export function barHz(bar: number): number {
  return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (bar / (BARS - 1));
}

/**
 * Heights from 0 to 1, one for each bar.
 * @param decibels of the analyser's bins, from 0 Hz to half the sample rate
 */
export function fillBarHeights(
  heights: Float32Array,
  spectrum: { readonly decibels: Float32Array; readonly sampleRateHz: number },
): void {
  const binHz = spectrum.sampleRateHz / 2 / spectrum.decibels.length;
  for (let bar = 0; bar < heights.length; bar += 1) {
    const centreHz = barHz(bar);
    const loudest = loudestBetween(
      spectrum.decibels,
      barHz(bar - 0.5) / binHz,
      barHz(bar + 0.5) / binHz,
    );
    const tiltedDb = loudest + TILT_DB_PER_OCTAVE * Math.log2(centreHz / 1000);
    heights[bar] = Math.min(1, Math.max(0, (tiltedDb - FLOOR_DB) / (CEILING_DB - FLOOR_DB)));
  }
}

/** Peak of the samples in dBFS; null for silence. */
export function peakDbOf(samples: Float32Array): number | null {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const peakDb = 20 * Math.log10(peak);
  return peakDb < SILENCE_DB ? null : peakDb;
}

/** Low bars are narrower than a bin and take a value between two; high ones the loudest of theirs. */
function loudestBetween(decibels: Float32Array, from: number, to: number): number {
  const first = Math.ceil(from);
  const last = Math.floor(to);
  let loudest = interpolate(decibels, (from + to) / 2);
  for (let bin = first; bin <= last; bin += 1) {
    loudest = Math.max(loudest, decibels[bin] ?? Number.NEGATIVE_INFINITY);
  }
  return loudest;
}

function interpolate(decibels: Float32Array, position: number): number {
  const bin = Math.floor(position);
  const low = decibels[bin] ?? Number.NEGATIVE_INFINITY;
  const high = decibels[bin + 1] ?? low;
  if (!Number.isFinite(low) || !Number.isFinite(high)) return Math.max(low, high);
  return low + (high - low) * (position - bin);
}
