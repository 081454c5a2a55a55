import { expect, test } from "vitest";
import { rowKeyAction, rowShift } from "./movable-rows.tsx";

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

test("rows between the old and the new place make room", () => {
  const shifts = (from: number, to: number) =>
    [0, 1, 2, 3].map((row) => rowShift(row, { from, to }));

  expect([shifts(0, 2), shifts(3, 1), shifts(1, 1)]).toEqual([
    [0, -1, -1, 0],
    [0, 1, 1, 0],
    [0, 0, 0, 0],
  ]);
});
