import { expect, test } from "vitest";
import { barHz, BARS, fillBarHeights, peakDbOf } from "./spectrum.ts";

const SAMPLE_RATE_HZ = 44_100;
const BINS = 1024;

test("the bars reach from 40 Hz to 16 kHz in equal steps of octaves", () => {
  expect(barHz(0)).toBeCloseTo(40);
  expect(barHz(BARS - 1)).toBeCloseTo(16_000);
  expect(barHz(2) / barHz(1)).toBeCloseTo(barHz(80) / barHz(79));
});

test("a tone of 1 kHz is highest in the bar of 1 kHz", () => {
  const decibels = new Float32Array(BINS).fill(-100);
  decibels[Math.round(1000 / (SAMPLE_RATE_HZ / 2 / BINS))] = -30;
  const heights = new Float32Array(BARS);

  fillBarHeights(heights, { decibels, sampleRateHz: SAMPLE_RATE_HZ });

  const highest = heights.indexOf(Math.max(...heights));
  expect(Math.abs(barHz(highest) - 1000)).toBeLessThan(60);
});

test("silence has no height", () => {
  const heights = new Float32Array(BARS).fill(1);

  fillBarHeights(heights, {
    decibels: new Float32Array(BINS).fill(Number.NEGATIVE_INFINITY),
    sampleRateHz: SAMPLE_RATE_HZ,
  });

  expect([...heights].every((height) => height === 0)).toBe(true);
});

test("the peak of a half-scale signal is -6 dB, and silence has none", () => {
  expect(peakDbOf(new Float32Array([0, -0.5, 0.25]))).toBeCloseTo(-6.02, 2);
  expect(peakDbOf(new Float32Array(8))).toBeNull();
});
