import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

const CEILING = 10 ** (-1 / 20);
/** Look-ahead of 5 ms, in samples. */
const WINDOW = 221;
/** Delay of the limiter, in samples. */
export const LIMITER_DELAY_SAMPLES = WINDOW - 1;
const RELEASE_MS = 120;
const RELEASE_SHARE = 1 - Math.exp(-1000 / (SAMPLE_RATE_HZ * RELEASE_MS));
/** A recovering gain above this counts as 1. */
const NEARLY_ONE = 0.9999;

/**
 * Look-ahead peak limiter: nothing leaves above -1 dBFS, and sound below that passes unchanged. Both channels get the
 * same gain. The gain is a moving average, over the look-ahead, of a moving minimum over the look-ahead, so it has come
 * down smoothly exactly when the peak arrives.
 */
export class Limiter {
  readonly #delayed = new Float32Array(WINDOW * CHANNELS);
  /** Gains of the last WINDOW samples, and their sum. */
  readonly #gains = new Float64Array(WINDOW).fill(1);
  #gainSum = WINDOW;
  /** Queue of needed gains in rising order; its head is the window's minimum. */
  readonly #needed = new Float64Array(WINDOW);
  readonly #neededAt = new Float64Array(WINDOW);
  #queueHead = 0;
  #queueLength = 0;
  #released = 1;
  /** For how many samples the gain has been 1. */
  #restedFor = WINDOW;
  #index = 0;
  #slot = 0;

  /** Limits interleaved `input` into one array per channel, LIMITER_DELAY_SAMPLES late. All have equal length. */
  process(input: Float32Array, left: Float32Array, right: Float32Array): void {
    for (let at = 0; at < left.length; at += 1) {
      const inLeft = input[at * CHANNELS] ?? 0;
      const inRight = input[at * CHANNELS + 1] ?? 0;
      const peak = Math.max(Math.abs(inLeft), Math.abs(inRight));
      const gain = peak <= CEILING && this.#restedFor >= WINDOW ? 1 : this.#nextGain(peak);
      const slot = this.#slot;
      this.#delayed[slot * CHANNELS] = inLeft;
      this.#delayed[slot * CHANNELS + 1] = inRight;
      const next = slot + 1 === WINDOW ? 0 : slot + 1;
      left[at] = clamp((this.#delayed[next * CHANNELS] ?? 0) * gain);
      right[at] = clamp((this.#delayed[next * CHANNELS + 1] ?? 0) * gain);
      this.#slot = next;
      this.#index += 1;
    }
  }

  #nextGain(peak: number): number {
    const lowest = this.#lowestOfWindow(peak > CEILING ? CEILING / peak : 1);
    const risen = this.#released + (1 - this.#released) * RELEASE_SHARE;
    this.#released = Math.min(lowest, risen > NEARLY_ONE ? 1 : risen);
    this.#restedFor = this.#released === 1 ? this.#restedFor + 1 : 0;
    this.#gainSum += this.#released - (this.#gains[this.#slot] ?? 1);
    this.#gains[this.#slot] = this.#released;
    if (this.#restedFor >= WINDOW) {
      // At rest: clear the rounding errors of the sum, so the fast path applies again.
      this.#gainSum = WINDOW;
      this.#queueLength = 0;
    }
    return this.#gainSum / WINDOW;
  }

  #lowestOfWindow(needed: number): number {
    while (this.#queueLength > 0 && (this.#needed[this.#queueSlot(-1)] ?? 0) >= needed)
      this.#queueLength -= 1;
    if (this.#queueLength > 0 && (this.#neededAt[this.#queueHead] ?? 0) <= this.#index - WINDOW) {
      this.#queueHead = (this.#queueHead + 1) % WINDOW;
      this.#queueLength -= 1;
    }
    this.#queueLength += 1;
    const last = this.#queueSlot(-1);
    this.#needed[last] = needed;
    this.#neededAt[last] = this.#index;
    return this.#needed[this.#queueHead] ?? 1;
  }

  #queueSlot(fromEnd: number): number {
    return (this.#queueHead + this.#queueLength + fromEnd) % WINDOW;
  }
}

function clamp(value: number): number {
  return value > CEILING ? CEILING : value < -CEILING ? -CEILING : value;
}
