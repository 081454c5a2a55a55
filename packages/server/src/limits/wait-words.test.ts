import { expect, test } from "vitest";
import { waitOf } from "./wait-words.ts";

test.each([
  [0, "in 1 second"],
  [40_100, "in 41 seconds"],
  [59_001, "in 1 minute"],
  [61_000, "in 2 minutes"],
  [3_600_000, "in 1 hour"],
  [12_000_000, "in 3 hours 20 minutes"],
  [86_400_000, "in 1 day"],
  [187_200_000, "in 2 days 4 hours"],
])("a wait of %i ms reads '%s'", (waitMs, words) => {
  expect(waitOf(waitMs)).toBe(words);
});
