import { expect, test } from "vitest";
import { isTooFastToRead } from "./scroll-pace-rules.ts";

test.each([
  ["a wheel, notch by notch", 100, 50, false],
  ["a finger that reads along", 40, 16, false],
  ["a fling", 400, 16, true],
  ["a fling upwards", -400, 16, true],
  ["a jump to another place", 500_000, 2000, false],
  ["a jump and another at once", 500_000, 0, true],
])("%s, %i px in %i ms: too fast to read is %s", (_what, offsetPx, atMs, expected) => {
  expect(isTooFastToRead({ atMs: 0, offsetPx: 0 }, { atMs, offsetPx })).toBe(expected);
});
