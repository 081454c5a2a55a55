import { expect, test } from "vitest";
import { rowKeyAction } from "./row-keys.ts";

const press = (key: string, row: number, altKey = false) =>
  rowKeyAction({ key, altKey }, { row, count: 4 });

test("arrow keys move between rows and stop at the ends", () => {
  expect([press("ArrowDown", 0), press("ArrowUp", 0), press("ArrowDown", 3)]).toEqual([
    { kind: "focus", row: 1 },
    undefined,
    undefined,
  ]);
  expect([press("Home", 3), press("End", 1)]).toEqual([
    { kind: "focus", row: 0 },
    { kind: "focus", row: 3 },
  ]);
});

test("with Alt they move the row, and Delete removes it", () => {
  expect([press("ArrowUp", 2, true), press("ArrowUp", 0, true), press("Delete", 2)]).toEqual([
    { kind: "move", row: 1 },
    undefined,
    { kind: "remove" },
  ]);
});

test("a key pressed outside the rows does nothing", () => {
  expect([press("Delete", -1), press("x", 1)]).toEqual([undefined, undefined]);
});
