import { expect, test } from "vitest";
import { isTooSlow, JUDGED_FRAMES } from "./frame-pace.ts";

const framesWithSlow = (slow: number) =>
  Array.from({ length: JUDGED_FRAMES }, (_, at) => (at < slow ? 20 : 2));

test("if more than one frame in twenty is slow the pace is halved; a few are tolerated", () => {
  expect([isTooSlow(framesWithSlow(6)), isTooSlow(framesWithSlow(7))]).toEqual([false, true]);
});
