import { expect, test } from "vitest";
import { countOf } from "./count-of.ts";

test("one is one, and everything else, nothing too, is many", () => {
  expect([0, 1, 2, 100_000].map((count) => countOf(count, "track"))).toEqual([
    "0 tracks",
    "1 track",
    "2 tracks",
    "100,000 tracks",
  ]);
});
