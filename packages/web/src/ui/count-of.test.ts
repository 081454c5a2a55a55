import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countOf, formatCount } from "./count-of.ts";

test("one is singular; every other count, zero included, is plural", () => {
  expect([0, 1, 2, 100_000].map((count) => countOf(count, "track"))).toEqual([
    "0 tracks",
    "1 track",
    "2 tracks",
    "100,000 tracks",
  ]);
});

test("a count is formatted as browsers format it", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString("en-US"));
    }),
  );
});
