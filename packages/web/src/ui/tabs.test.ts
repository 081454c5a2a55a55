import { expect, test } from "vitest";
import { tabAfterKey } from "./tabs.tsx";

test("arrow keys wrap around in tabs, Home and End go to the ends, other keys do nothing", () => {
  const from = (at: number, key: string) => tabAfterKey(key, { at, count: 3 });

  expect([from(0, "ArrowRight"), from(2, "ArrowRight"), from(0, "ArrowLeft")]).toEqual([1, 0, 2]);
  expect([from(1, "Home"), from(1, "End"), from(1, "Enter"), from(-1, "ArrowRight")]).toEqual([
    0,
    2,
    undefined,
    undefined,
  ]);
});
