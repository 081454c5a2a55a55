import { expect, test } from "vitest";
import { LEVEL_BANDS } from "@neonrelay/contract/callers";
import { bandHeight, bandHz, fillBandHeights, peakDbOf, rmsDbOf } from "./spectrum.ts";

const SAMPLE_RATE_HZ = 44_100;
const BINS = 1024;

test("the bands go from 40 Hz to 16 kHz in equal fractions of an octave", () => {
  expect(bandHz(0)).toBeCloseTo(40);
  expect(bandHz(LEVEL_BANDS - 1)).toBeCloseTo(16_000);
  expect(bandHz(2) / bandHz(1)).toBeCloseTo(bandHz(50) / bandHz(49));
});

test("a tone of 1 kHz is highest in the 1 kHz band", () => {
  const decibels = new Float32Array(BINS).fill(-100);
  decibels[Math.round(1000 / (SAMPLE_RATE_HZ / 2 / BINS))] = -30;
  const heights = new Float32Array(LEVEL_BANDS);

  fillBandHeights(heights, { decibels, sampleRateHz: SAMPLE_RATE_HZ });

  const highest = heights.indexOf(Math.max(...heights));
  expect(Math.abs(bandHz(highest) - 1000)).toBeLessThan(100);
});

test("silence has no height", () => {
  const heights = new Float32Array(LEVEL_BANDS).fill(1);

  fillBandHeights(heights, {
    decibels: new Float32Array(BINS).fill(Number.NEGATIVE_INFINITY),
    sampleRateHz: SAMPLE_RATE_HZ,
  });

  expect([...heights].every((height) => height === 0)).toBe(true);
});

test("the peak of a half-scale signal is -6 dB, and silence has none", () => {
  expect(peakDbOf(new Float32Array([0, -0.5, 0.25]))).toBeCloseTo(-6.02, 2);
  expect(peakDbOf(new Float32Array(8))).toBeNull();
});

test("the mean level of a full-scale sine is -3 dB", () => {
  const sine = Float32Array.from({ length: 1000 }, (_, at) => Math.sin((at / 100) * Math.PI));

  expect(rmsDbOf(sine)).toBeCloseTo(-3.01, 2);
});

test("a tone has the same height whether an analyser or the station measures it", () => {
  const band = 30;
  const decibels = new Float32Array(BINS).fill(-100);
  decibels[Math.round(bandHz(band) / (SAMPLE_RATE_HZ / 2 / BINS))] = -30 - 13.55;
  const heights = new Float32Array(LEVEL_BANDS);

  fillBandHeights(heights, { decibels, sampleRateHz: SAMPLE_RATE_HZ });

  expect(heights[band]).toBeCloseTo(bandHeight(band, -30), 2);
});
