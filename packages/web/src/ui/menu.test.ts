import { expect, test } from "vitest";
import { itemAfterKey } from "./menu.tsx";

const texts = ["Play Next", "Move Up", "Move Down", "Remove"];

test("arrow keys wrap around in a menu, Home and End go to its ends", () => {
  const from = (at: number, key: string) => itemAfterKey(key, { at, texts });

  expect([from(0, "ArrowDown"), from(3, "ArrowDown"), from(0, "ArrowUp")]).toEqual([1, 0, 3]);
  expect([from(2, "Home"), from(2, "End"), from(2, "Enter"), from(2, " ")]).toEqual([
    0,
    3,
    undefined,
    undefined,
  ]);
});

test("a letter moves to the next item that starts with it", () => {
  const from = (at: number) => itemAfterKey("m", { at, texts });

  expect([from(0), from(1), from(2), itemAfterKey("x", { at: 0, texts })]).toEqual([
    1,
    2,
    1,
    undefined,
  ]);
});
