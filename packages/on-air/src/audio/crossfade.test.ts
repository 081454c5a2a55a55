import { expect, test } from "vitest";
import { gainIn, gainOut, overlapSamples } from "./crossfade.ts";

test("the two gains of a crossfade keep constant power", () => {
  for (let phase = 0; phase <= 1; phase += 0.01)
    expect(gainIn(phase) ** 2 + gainOut(phase) ** 2).toBeCloseTo(1, 10);
});

test("tracks overlap by at most half of the shorter", () => {
  expect(overlapSamples(1000, [undefined, undefined])).toBe(1000);
  expect(overlapSamples(1000, [undefined, 501])).toBe(250);
  expect(overlapSamples(1000, [90, 5000])).toBe(45);
});
