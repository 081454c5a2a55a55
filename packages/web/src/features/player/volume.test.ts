import { expect, test } from "vitest";
import { gainFactor, parseVolume, volumeGain } from "./volume.ts";

test("half the slider is a quarter of the gain", () => {
  expect([0, 50, 100].map(volumeGain)).toEqual([0, 0.25, 1]);
});

test("twenty decibels are a factor of ten", () => {
  expect([-20, 0, 20].map(gainFactor)).toEqual([0.1, 1, 10]);
});

test("a stored volume is used, and anything else is the default of 50", () => {
  expect([null, "", "loud", "0", "72", "500", "-3"].map(parseVolume)).toEqual([
    50, 50, 50, 0, 72, 100, 0,
  ]);
});
