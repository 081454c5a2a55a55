import { expect, test } from "vitest";
import { tabAfterKey } from "./tabs.tsx";

test("arrow keys wrap around in tabs, Home and End go to the ends, other keys do nothing", () => {
  const from = (at: number, key: string) => tabAfterKey(key, { at, count: 3, isVertical: false });

  expect([from(0, "ArrowRight"), from(2, "ArrowRight"), from(0, "ArrowLeft")]).toEqual([1, 0, 2]);
  expect([from(1, "Home"), from(1, "End"), from(1, "Enter"), from(-1, "ArrowRight")]).toEqual([
    0,
    2,
    undefined,
    undefined,
  ]);
});

test("[W260] in a vertical list Up and Down move, and the keys to the side do nothing", () => {
  const from = (at: number, key: string) => tabAfterKey(key, { at, count: 3, isVertical: true });

  expect([from(0, "ArrowDown"), from(0, "ArrowUp"), from(0, "ArrowRight")]).toEqual([
    1,
    2,
    undefined,
  ]);
});
