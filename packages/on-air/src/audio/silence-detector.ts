import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";
import { sumOfSquares } from "./sound-power.ts";

/** Sound this short, in a long silence, is a click and no programme. */
const CLICK_SAMPLES = SAMPLE_RATE_HZ / 20;

/** Counts how long sound has been below a level. */
export class SilenceDetector {
  readonly #silentMeanSquare: number;
  #silentSamples = 0;
  #loudSamples = 0;

  /** @param belowDb in dBFS */
  constructor(belowDb: number) {
    this.#silentMeanSquare = 10 ** (belowDb / 10);
  }

  /** For how long nothing was heard, up to now, in samples. */
  get silentSamples(): number {
    return this.#silentSamples;
  }

  /** @param piece interleaved, some ms long @returns whether it is silent */
  add(piece: Float32Array): boolean {
    if (piece.length === 0) return true;
    const samples = piece.length / CHANNELS;
    const isSilent = sumOfSquares(piece) / piece.length < this.#silentMeanSquare;
    this.#loudSamples = isSilent ? 0 : this.#loudSamples + samples;
    this.#silentSamples = this.#loudSamples > CLICK_SAMPLES ? 0 : this.#silentSamples + samples;
    return isSilent;
  }
}
