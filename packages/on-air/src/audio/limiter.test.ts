import { expect, test } from "vitest";
import { Limiter, LIMITER_DELAY_SAMPLES } from "./limiter.ts";

const CEILING = 10 ** (-1 / 20);
const FRAME = 1152;

/** Limits a sound given as a function of the sample number, in both channels. */
function limit(samples: number, valueAt: (at: number) => number): Float32Array {
  const limiter = new Limiter();
  const output = new Float32Array(samples);
  const input = new Float32Array(FRAME * 2);
  const left = new Float32Array(FRAME);
  const right = new Float32Array(FRAME);
  for (let from = 0; from + FRAME <= samples; from += FRAME) {
    for (let at = 0; at < FRAME; at += 1) {
      input[at * 2] = valueAt(from + at);
      input[at * 2 + 1] = -0.3 * valueAt(from + at);
    }
    limiter.process(input, left, right);
    output.set(left, from);
  }
  return output;
}

function peakOf(sound: Float32Array): number {
  return sound.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
}

test("nothing leaves the limiter above -1 dBFS, whatever comes in", () => {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sounds: ((at: number) => number)[] = [
    (at) => 4 * Math.sin(at / 20),
    (at) => (at % 1000 === 0 ? 10 : 0.1),
    (at) => (at > 5000 ? 2 : 0),
    () => 3 * (random() - 0.5) * (random() > 0.99 ? 5 : 1),
  ];

  for (const sound of sounds)
    expect(peakOf(limit(FRAME * 40, sound))).toBeLessThanOrEqual(CEILING + 1e-6);
});

test("a peak is turned down smoothly in advance, not clipped", () => {
  // If the final clamp did the work, a slow loud sine would have flat tops.
  const sound = limit(FRAME * 40, (at) => 1.5 * Math.sin(at / 50));

  const tops = sound.slice(FRAME * 20).filter((value) => value > CEILING - 1e-5).length;

  expect(tops).toBeLessThan(FRAME * 20 * 0.01);
});

test("sound below the ceiling passes unchanged apart from the delay", () => {
  const valueAt = (at: number): number => 0.85 * Math.sin(at / 17);

  const sound = limit(FRAME * 10, valueAt);

  for (let at = LIMITER_DELAY_SAMPLES; at < sound.length; at += 1)
    expect(sound[at]).toBe(Math.fround(valueAt(at - LIMITER_DELAY_SAMPLES)));
});

test("the level recovers within a second of a peak", () => {
  const sound = limit(FRAME * 80, (at) => (at === 3000 ? 8 : 0.5));

  expect(sound[3000 + 1000]).toBeLessThan(0.2);
  expect(sound[3000 + 44_100]).toBeGreaterThan(0.499);
});
