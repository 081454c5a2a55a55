import { expect, test } from "vitest";
import { isNearEnd } from "./follow-end.ts";

test.each([
  [450, true],
  [449, false],
  [500, true],
])("scrolled to %i of 1000 in a window of 500, the end is followed: %j", (scrollTop, isNear) => {
  expect(isNearEnd({ scrollHeight: 1000, scrollTop, clientHeight: 500 })).toBe(isNear);
});
