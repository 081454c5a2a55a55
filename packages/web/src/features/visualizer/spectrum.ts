import { LEVEL_BANDS } from "@neonrelay/contract/callers";

const LOWEST_HZ = 40;
const HIGHEST_HZ = 16_000;
/** Relative to a full-scale sine: a bar has no height at FLOOR_DB, and fills the picture at CEILING_DB. */
const FLOOR_DB = -66;
const CEILING_DB = -14;
/** Music falls by about 3 dB per octave; lifting it by as much makes the highs move too. */
const TILT_DB_PER_OCTAVE = 3;
/** Below this there is only digital silence and dither. */
const SILENCE_DB = -90;
/** An analyser's reading of a full-scale sine: half its amplitude, times 0.42 for its Blackman window. */
const ANALYSER_SINE_DB = 20 * Math.log10(0.5 * 0.42);

/** Centre frequency of a band; bands are equally wide in octaves from 40 Hz to 16 kHz. */
export function bandHz(band: number): number {
  return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / (LEVEL_BANDS - 1));
}

/**
 * Height of a band, 0 to 1.
 * @param db relative to a full-scale sine
 */
export function bandHeight(band: number, db: number): number {
  const tiltedDb = db + TILT_DB_PER_OCTAVE * Math.log2(bandHz(band) / 1000);
  return Math.min(1, Math.max(0, (tiltedDb - FLOOR_DB) / (CEILING_DB - FLOOR_DB)));
}

/**
 * Heights of all bands.
 * @param decibels of the analyser's bins, from 0 Hz to half the sample rate
 */
export function fillBandHeights(
  heights: Float32Array,
  spectrum: { readonly decibels: Float32Array; readonly sampleRateHz: number },
): void {
  const binHz = spectrum.sampleRateHz / 2 / spectrum.decibels.length;
  for (let band = 0; band < heights.length; band += 1) {
    const loudest = loudestBetween(
      spectrum.decibels,
      bandHz(band - 0.5) / binHz,
      bandHz(band + 0.5) / binHz,
    );
    heights[band] = bandHeight(band, loudest - ANALYSER_SINE_DB);
  }
}

/** Peak of the samples in dBFS; null for silence. */
export function peakDbOf(samples: Float32Array): number | null {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return audibleDb(20 * Math.log10(peak));
}

/** Mean level of the samples in dBFS; null for silence. */
export function rmsDbOf(samples: Float32Array): number | null {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return audibleDb(10 * Math.log10(sum / samples.length));
}

/** null for silence. */
export function audibleDb(db: number): number | null {
  return db < SILENCE_DB ? null : db;
}

/** Low bands are narrower than a bin and interpolate between two; high ones take their loudest bin. */
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
