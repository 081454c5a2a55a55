import { expect, test } from "vitest";
import { gainOfVolume, GainRamp } from "./volume.ts";

test("volume 75 is 0 dB, 100 is +5 dB, 0 is silence, and more is always louder", () => {
  expect(gainOfVolume(75)).toBe(1);
  expect(20 * Math.log10(gainOfVolume(100))).toBeCloseTo(5, 1);
  expect(gainOfVolume(0)).toBe(0);
  for (let volume = 1; volume <= 100; volume += 1)
    expect(gainOfVolume(volume)).toBeGreaterThan(gainOfVolume(volume - 1));
});

test("a gain moves linearly to its new value and stays there", () => {
  const ramp = new GainRamp(0);
  const pcm = new Float32Array(20).fill(1);

  ramp.rampTo(1, 4);
  ramp.apply(pcm, 0, 10);

  expect([...pcm].filter((_, index) => index % 2 === 0)).toEqual([
    0, 0.25, 0.5, 0.75, 1, 1, 1, 1, 1, 1,
  ]);
  expect(ramp.value).toBe(1);
});
