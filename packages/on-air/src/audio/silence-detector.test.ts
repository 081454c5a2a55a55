import { expect, test } from "vitest";
import { sumOfSquares } from "./silence-detector.ts";

test("every sample counts, on either side of 0", () => {
  const sound = new Float32Array([0.5, -0.25, 0, -1]);

  expect(sumOfSquares(sound)).toBe(1.3125);
  expect(sumOfSquares(sound.subarray(1, 2))).toBe(0.0625);
  expect(sumOfSquares(sound.subarray(0, 0))).toBe(0);
});
