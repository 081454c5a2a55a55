import { expect, test } from "vitest";
import { scrollPace } from "./use-scroll-pace.ts";

test.each([
  ["a wheel, notch by notch", 100, 3, "readable"],
  ["a finger that reads along", 40, 1, "readable"],
  ["a fling", 400, 1, "passing"],
  ["a fling upwards", -400, 1, "passing"],
  ["two events in one frame", 400, 0, "passing"],
  ["a fling on a machine that draws every other frame", 700, 2, "passing"],
  ["a jump to another place", 500_000, 100, "readable"],
  ["a jump and another at once", 500_000, 0, "rushing"],
  ["a drag of the scroll bar through a long list", 1500, 1, "rushing"],
  ["the same, upwards", -1500, 1, "rushing"],
])("%s, %i px in %i frames: %s", (_what, movedPx, frames, expected) => {
  expect(scrollPace({ movedPx, frames, viewPx: 600 }, "passing")).toBe(expected);
});

test("two jumps in a row are not a rush: rows are loaded", () => {
  expect(scrollPace({ movedPx: 500_000, frames: 2, viewPx: 600 }, "readable")).toBe("passing");
});
