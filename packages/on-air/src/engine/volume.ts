import { CHANNELS } from "../audio/pcm-format.ts";

const FULL_GAIN_VOLUME = 75;

/**
 * Gain of the station's volume by a square law: 75 is 0 dB, 100 is +5 dB, half the volume is 12 dB less, 0 is silence.
 * @param volume 0 to 100
 */
export function gainOfVolume(volume: number): number {
  return (volume / FULL_GAIN_VOLUME) ** 2;
}

export function gainOfDb(db: number): number {
  return 10 ** (db / 20);
}

/** A gain that moves linearly to each new value. */
export class GainRamp {
  #value: number;
  #target: number;
  #remaining = 0;

  constructor(value: number) {
    this.#value = value;
    this.#target = value;
  }

  get value(): number {
    return this.#value;
  }

  get target(): number {
    return this.#target;
  }

  /** Samples until the target is reached; 0 when there. */
  get remaining(): number {
    return this.#remaining;
  }

  rampTo(target: number, samples: number): void {
    this.#target = target;
    this.#remaining = samples;
    if (samples === 0) this.#value = target;
  }

  /** Advances by `count` samples, at most `remaining` of a ramp. @returns the gain there */
  advance(count: number): number {
    if (this.#remaining === 0) return this.#value;
    this.#value += ((this.#target - this.#value) / this.#remaining) * count;
    this.#remaining -= count;
    if (this.#remaining === 0) this.#value = this.#target;
    return this.#value;
  }

  /** Applies the gain to `count` samples of `pcm` from `at`, and advances by as many. */
  apply(pcm: Float32Array, at: number, count: number): void {
    const ramped = Math.min(count, this.#remaining);
    if (ramped > 0) {
      const step = (this.#target - this.#value) / this.#remaining;
      let gain = this.#value;
      for (let index = at * CHANNELS; index < (at + ramped) * CHANNELS; index += CHANNELS) {
        pcm[index] = (pcm[index] ?? 0) * gain;
        pcm[index + 1] = (pcm[index + 1] ?? 0) * gain;
        gain += step;
      }
      this.#remaining -= ramped;
      this.#value = this.#remaining === 0 ? this.#target : gain;
    }
    if (ramped === count || this.#value === 1) return;
    for (let index = (at + ramped) * CHANNELS; index < (at + count) * CHANNELS; index += 1)
      pcm[index] = (pcm[index] ?? 0) * this.#value;
  }
}
