import { expect, test } from "vitest";
import { rowShift } from "./row-shift.ts";

test("rows between the old and the new place make room", () => {
  const shifts = (from: number, to: number) =>
    [0, 1, 2, 3].map((row) => rowShift(row, { from, to }));

  expect([shifts(0, 2), shifts(3, 1), shifts(1, 1)]).toEqual([
    [0, -1, -1, 0],
    [0, 1, 1, 0],
    [0, 0, 0, 0],
  ]);
});
