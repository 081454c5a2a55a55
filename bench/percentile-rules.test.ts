import { expect, test } from "vitest";
import { percentileOf } from "./percentile-rules.ts";

test("a percentile covers the counts of all processes together", () => {
  const one = [
    [1, 40],
    [9, 10],
  ] as const;
  const other = [
    [1, 9],
    [5, 40],
    [20, 1],
  ] as const;

  expect(
    [0.49, 0.5, 0.89, 0.9, 0.99, 1].map((share) => percentileOf([...one, ...other], share)),
  ).toEqual([1, 5, 5, 9, 9, 20]);
});

test("there is no percentile of nothing", () => {
  expect(percentileOf([], 0.5)).toBeNaN();
});
