import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

/** In a long silence, sound shorter than this is a click. */
const CLICK_SAMPLES = SAMPLE_RATE_HZ / 20;

/** Measures how long sound has stayed below a level. */
export class SilenceDetector {
  readonly #silentMeanSquare: number;
  #silentSamples = 0;
  #loudSamples = 0;

  /** @param belowDb in dBFS */
  constructor(belowDb: number) {
    this.#silentMeanSquare = 10 ** (belowDb / 10);
  }

  /** Length of the current silence, in samples. */
  get silentSamples(): number {
    return this.#silentSamples;
  }

  /** @param piece interleaved, a few ms long @returns whether it is silent */
  add(piece: Float32Array): boolean {
    if (piece.length === 0) return true;
    const samples = piece.length / CHANNELS;
    const isSilent = sumOfSquares(piece) / piece.length < this.#silentMeanSquare;
    this.#loudSamples = isSilent ? 0 : this.#loudSamples + samples;
    this.#silentSamples = this.#loudSamples > CLICK_SAMPLES ? 0 : this.#silentSamples + samples;
    return isSilent;
  }
}

/** Sum of squares of all samples. Indexed on purpose: `for … of` takes 1.5 times as long, and all sound passes here. */
export function sumOfSquares(samples: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const sample = samples[at] ?? 0;
    sum += sample * sample;
  }
  return sum;
}
