import { expect, test } from "vitest";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { synthesiseEmergencyLoop } from "./emergency-loop.ts";

const pad = synthesiseEmergencyLoop();
const left = pad.filter((_, index) => index % CHANNELS === 0);

/** Amplitude of a tone in that many samples. */
function levelOf(hz: number, from: number, count: number): number {
  let [real, imaginary] = [0, 0];
  for (let at = from; at < from + count; at += 1) {
    const angle = (2 * Math.PI * hz * at) / SAMPLE_RATE_HZ;
    real += (left[at] ?? 0) * Math.cos(angle);
    imaginary += (left[at] ?? 0) * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / count;
}

test("each voice of the pad has its pitch and level through the whole turn", () => {
  // 110 Hz in the middle, at the swell's mean; both are whole turns of the pad.
  expect(levelOf(845 * (SAMPLE_RATE_HZ / left.length), 0, left.length)).toBeCloseTo(
    0.045 * 0.7 * Math.SQRT1_2,
    5,
  );
  // Between two voices there is nothing.
  expect(levelOf(1500 * (SAMPLE_RATE_HZ / left.length), 0, left.length)).toBeLessThan(1e-6);
});

test("the end of the pad joins its beginning without a click", () => {
  // Second difference at a sample: a seam has a larger one than any tone of the pad.
  const bend = (at: number): number =>
    Math.abs(
      (left.at((at + 1) % left.length) ?? 0) - 2 * (left.at(at) ?? 0) + (left.at(at - 1) ?? 0),
    );
  const inside = left
    .subarray(1, -1)
    .reduce((most, _, index) => Math.max(most, bend(index + 1)), 0);

  expect(bend(0)).toBeLessThanOrEqual(inside);
  expect(bend(-1)).toBeLessThanOrEqual(inside);
});
