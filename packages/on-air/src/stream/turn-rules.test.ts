import { expect, test } from "vitest";
import { isTurnOf } from "./turn-rules.ts";

const turnsOf = (turn: number | null, listeners: number) =>
  [100, 101, 102, 103, 104, 105].map((sequence) => isTurnOf(turn, { sequence, listeners }));

test("a few listeners get each block at once", () => {
  expect(turnsOf(7, 500)).toEqual([true, true, true, true, true, true]);
});

test("in a crowd a third of the listeners gets three blocks each time", () => {
  expect([0, 1, 2, 3].map((turn) => turnsOf(turn, 501))).toEqual([
    [false, false, true, false, false, true],
    [false, true, false, false, true, false],
    [true, false, false, true, false, false],
    [false, false, true, false, false, true],
  ]);
});

test("a relay or an edge never waits, however many listen", () => {
  expect(turnsOf(null, 15_000)).toEqual([true, true, true, true, true, true]);
});
