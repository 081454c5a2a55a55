import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

/** -3 dB here, and -0.3 dB at 20 Hz. */
const CORNER_HZ = 5;
const POLE = 1 - (2 * Math.PI * CORNER_HZ) / SAMPLE_RATE_HZ;

/** [P94] First-order high-pass that removes a constant (DC) offset. */
export class DcFilter {
  readonly #before = new Float64Array(2 * CHANNELS);
  #isSettled = false;

  /** Filters interleaved sound in place. Starts settled at the offset of the first piece. */
  apply(pcm: Float32Array): void {
    if (pcm.length === 0) return;
    if (!this.#isSettled) {
      this.#isSettled = true;
      for (let channel = 0; channel < CHANNELS; channel += 1)
        this.#before[2 * channel] = meanOf(pcm, channel);
    }
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      let input = this.#before[2 * channel] ?? 0;
      let output = this.#before[2 * channel + 1] ?? 0;
      for (let at = channel; at < pcm.length; at += CHANNELS) {
        const sample = pcm[at] ?? 0;
        output = sample - input + POLE * output;
        input = sample;
        pcm[at] = output;
      }
      this.#before[2 * channel] = input;
      this.#before[2 * channel + 1] = output;
    }
  }
}

function meanOf(pcm: Float32Array, channel: number): number {
  let sum = 0;
  for (let at = channel; at < pcm.length; at += CHANNELS) sum += pcm[at] ?? 0;
  return (sum * CHANNELS) / pcm.length;
}
