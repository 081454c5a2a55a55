/** Recognises the emergency loop. For tests. */
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { synthesiseEmergencyLoop } from "../engine/emergency-loop.ts";

/** Step between samples; fine enough for the loop's voices, which are all below 500 Hz. */
const COARSE_SAMPLES = 32;
const FINE_SAMPLES = 8;
const COARSE_SECONDS = 0.5;

export interface LoopLikeness {
  /**
   * 1: the loop, from some position; about 0: something else, or silence. MP3 shifts the deepest voices, which leaves
   * 0.98.
   */
  readonly correlation: number;
  /** How much louder than the loop it is, in dB; -Infinity for silence. */
  readonly louderDb: number;
}

/** Compares a sound, interleaved stereo at 44.1 kHz, with the loop at the offset where they match best. */
export function likenessToLoop(sound: Float32Array): LoopLikeness {
  const loop = synthesiseEmergencyLoop();
  const compare = (shift: number, { step, count }: { step: number; count: number }) => {
    const sums = { product: 0, sound: 0, loop: 0 };
    for (let at = 0; at < count; at += step)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const heard = sound[at * CHANNELS + channel] ?? 0;
        const wanted = loop[((at + shift) * CHANNELS + channel) % loop.length] ?? 0;
        sums.product += heard * wanted;
        sums.sound += heard ** 2;
        sums.loop += wanted ** 2;
      }
    const correlation =
      sums.product / Math.sqrt(Math.max(sums.sound * sums.loop, Number.MIN_VALUE));
    return { shift, correlation, louderDb: 10 * Math.log10(sums.sound / sums.loop) };
  };
  const best = (shifts: readonly number[], stretch: { step: number; count: number }) =>
    shifts
      .map((shift) => compare(shift, stretch))
      .reduce((one, other) => (other.correlation > one.correlation ? other : one));
  const turn = loop.length / CHANNELS;
  const near = best(
    Array.from({ length: turn / COARSE_SAMPLES }, (_, index) => index * COARSE_SAMPLES),
    { step: COARSE_SAMPLES, count: COARSE_SECONDS * SAMPLE_RATE_HZ },
  );
  const around = Array.from(
    { length: 2 * COARSE_SAMPLES + 1 },
    (_, index) => near.shift + turn + index - COARSE_SAMPLES,
  );
  const { correlation, louderDb } = best(around, {
    step: FINE_SAMPLES,
    count: sound.length / CHANNELS,
  });
  return { correlation, louderDb };
}
