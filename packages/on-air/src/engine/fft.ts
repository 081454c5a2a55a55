/** An in-place Fourier transform of a fixed size, with its tables computed once. */
export class Fft {
  readonly size: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #mirrored: Uint32Array;

  /** @param size a power of two */
  constructor(size: number) {
    this.size = size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, k) =>
      Math.cos((2 * Math.PI * k) / size),
    );
    this.#sin = Float64Array.from(
      { length: size / 2 },
      (_, k) => -Math.sin((2 * Math.PI * k) / size),
    );
    this.#mirrored = new Uint32Array(size);
    for (let index = 1; index < size; index += 1) {
      const half = (this.#mirrored[index >> 1] ?? 0) >> 1;
      this.#mirrored[index] = half | (index & 1 ? size / 2 : 0);
    }
  }

  /** Replaces `size` complex values with their spectrum, unscaled. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    for (let index = 0; index < this.size; index += 1) {
      const other = this.#mirrored[index] ?? 0;
      if (other <= index) continue;
      swap(real, index, other);
      swap(imaginary, index, other);
    }
    for (let half = 1; half < this.size; half *= 2) this.#join(half, real, imaginary);
  }

  /** Merges neighbouring spectra of `half` values each. */
  #join(half: number, real: Float64Array, imaginary: Float64Array): void {
    const step = this.size / 2 / half;
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let at = start, turn = 0; at < start + half; at += 1, turn += step) {
        const cos = this.#cos[turn] ?? 0;
        const sin = this.#sin[turn] ?? 0;
        const otherReal = real[at + half] ?? 0;
        const otherImaginary = imaginary[at + half] ?? 0;
        const turnedReal = otherReal * cos - otherImaginary * sin;
        const turnedImaginary = otherReal * sin + otherImaginary * cos;
        const ownReal = real[at] ?? 0;
        const ownImaginary = imaginary[at] ?? 0;
        real[at] = ownReal + turnedReal;
        imaginary[at] = ownImaginary + turnedImaginary;
        real[at + half] = ownReal - turnedReal;
        imaginary[at + half] = ownImaginary - turnedImaginary;
      }
    }
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const kept = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = kept;
}
