import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countOf, formatCount } from "./count-of.ts";

test("one is singular, and every other count is plural, zero too", () => {
  expect([0, 1, 2, 100_000].map((count) => countOf(count, "track"))).toEqual([
    "0 tracks",
    "1 track",
    "2 tracks",
    "100,000 tracks",
  ]);
});

test("a count is written as browsers write it", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString("en-US"));
    }),
  );
});
