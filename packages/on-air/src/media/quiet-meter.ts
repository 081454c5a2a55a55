import { DcFilter } from "../audio/dc-filter.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { sumOfSquares } from "../audio/silence-detector.ts";

const STEP_MS = 100;
const STEP_FLOATS = ((SAMPLE_RATE_HZ * STEP_MS) / 1000) * CHANNELS;
const QUIET_MS = 10_000;
/** Also used for digital silence. */
const LOWEST_DB = -120;

/** Measures the quietest passage of a track as heard, so without an offset of its samples. */
export function createQuietMeter() {
  const filter = new DcFilter();
  const powers: number[] = [];
  let sum = 0;
  let count = 0;
  return {
    /** Takes interleaved stereo in any block size. The array is neither kept nor changed. */
    add: (interleaved: Float32Array): void => {
      const heard = Float32Array.from(interleaved);
      filter.apply(heard);
      for (let from = 0; from < heard.length;) {
        const part = heard.subarray(from, from + STEP_FLOATS - count);
        sum += sumOfSquares(part);
        count += part.length;
        from += part.length;
        if (count < STEP_FLOATS) continue;
        powers.push(sum / count);
        sum = 0;
        count = 0;
      }
    },
    /** Mean level of the quietest 10 s between two positions, or of the whole if shorter, in dBFS; -120 at least. */
    quietestDb: (fromMs: number, toMs: number): number => {
      const between = powers.slice(Math.floor(fromMs / STEP_MS), Math.ceil(toMs / STEP_MS));
      return Math.max(LOWEST_DB, 10 * Math.log10(leastMean(between, QUIET_MS / STEP_MS)));
    },
  };
}

/** The lowest mean of so many consecutive values, or of all if there are fewer; 0 for none. */
function leastMean(values: readonly number[], count: number): number {
  const length = Math.min(count, values.length);
  let sum = 0;
  let least = Infinity;
  for (const [at, value] of values.entries()) {
    sum += value - (values[at - length] ?? 0);
    if (at >= length - 1) least = Math.min(least, sum);
  }
  return length === 0 ? 0 : Math.max(0, least) / length;
}
