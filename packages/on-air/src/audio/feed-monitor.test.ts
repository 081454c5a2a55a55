import { expect, test } from "vitest";
import { driftCorrection } from "./feed-monitor.ts";

test("[P45] a feed is stretched below 3 s of buffer and shortened above, by 0.5 % at most", () => {
  expect([0, 1.5, 3, 4.5, 6, 12].map(driftCorrection)).toEqual([
    0.005, 0.0025, 0, -0.0025, -0.005, -0.005,
  ]);
});

test("[P45] the clock of a sender that pushes the deck full is ignored", () => {
  expect(driftCorrection(23)).toBe(0);
});
