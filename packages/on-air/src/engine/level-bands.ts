import { LEAST_LEVEL_DB, LEVEL_BANDS } from "../protocol/levels-shape.ts";
import { Fft } from "./fft.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

const LOWEST_HZ = 40;
const HIGHEST_HZ = 16_000;

/** Lower edge of band `index`, in Hz; the next band starts where it ends. */
export function bandStartHz(index: number): number {
  return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (index / LEVEL_BANDS);
}

/** Converts power to dBFS; 1 is full scale. */
export function dbOfPower(power: number): number {
  return power <= 0 ? LEAST_LEVEL_DB : Math.max(LEAST_LEVEL_DB, 10 * Math.log10(power));
}

/** Finds the strongest tone of each band in a window of stereo sound. */
export class LevelBands {
  readonly #fft: Fft;
  readonly #window: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #powers: Float64Array;

  /** @param size of the window in samples, a power of two */
  constructor(size: number) {
    this.#fft = new Fft(size);
    // Hann's window halves the amplitude, and the other half of a tone is at its negative frequency.
    const scale = 4 / size;
    this.#window = Float64Array.from(
      { length: size },
      (_, at) => scale * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)),
    );
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
    this.#powers = new Float64Array(size / 2);
  }

  /**
   * @param begin index of the oldest sample in the two rings, which are as long as the window
   * @returns dBFS in steps of half a dB, the mean power of both channels; a full-scale sine in both is 0
   */
  measure(
    { left, right }: { readonly left: Float32Array; readonly right: Float32Array },
    begin: number,
  ): number[] {
    const { size } = this.#fft;
    for (let at = 0; at < size; at += 1) {
      const from = (begin + at) % size;
      const share = this.#window[at] ?? 0;
      this.#real[at] = (left[from] ?? 0) * share;
      this.#imaginary[at] = (right[from] ?? 0) * share;
    }
    this.#fft.transform(this.#real, this.#imaginary);
    for (let bin = 1; bin < size / 2; bin += 1)
      // One transform for both channels: their mean power is that of the two mirrored values.
      this.#powers[bin] = (this.#powerAt(bin) + this.#powerAt(size - bin)) / 4;
    return Array.from({ length: LEVEL_BANDS }, (_, band) => this.#bandDb(band));
  }

  #powerAt(bin: number): number {
    const real = this.#real[bin] ?? 0;
    const imaginary = this.#imaginary[bin] ?? 0;
    return real * real + imaginary * imaginary;
  }

  /** The lowest bands are narrower than the transform's resolution, so interpolate the power. */
  #bandDb(band: number): number {
    const binsPerHz = this.#fft.size / PROGRAMME_RATE_HZ;
    const from = bandStartHz(band) * binsPerHz;
    const to = bandStartHz(band + 1) * binsPerHz;
    let power = Math.max(this.#powerBetween(from), this.#powerBetween(to));
    for (let bin = Math.ceil(from); bin <= to; bin += 1)
      power = Math.max(power, this.#powers[bin] ?? 0);
    return Math.round(dbOfPower(power) * 2) / 2;
  }

  #powerBetween(bin: number): number {
    const below = Math.floor(bin);
    const share = bin - below;
    return (this.#powers[below] ?? 0) * (1 - share) + (this.#powers[below + 1] ?? 0) * share;
  }
}
