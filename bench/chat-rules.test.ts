import { expect, test } from "vitest";
import { arrivalOf, newestShown, sideRows } from "./chat-rules.ts";

const said = [
  { mark: "mark-1", atMs: 1000 },
  { mark: "mark-2", atMs: 1050 },
  { mark: "mark-3", atMs: 1100 },
];

test("a line arrives when the page first has it, and one that never comes is missed", () => {
  expect(arrivalOf(said, { "mark-1": 1010, "mark-3": 1190, "mark-0": 5000 })).toEqual({
    p50Ms: 10,
    p99Ms: 90,
    allMs: 190,
    missed: 1,
  });
});

test("if no line comes there is no time, and all are missed", () => {
  expect(arrivalOf(said, {})).toEqual({
    p50Ms: Number.NaN,
    p99Ms: Number.NaN,
    allMs: Number.NaN,
    missed: 3,
  });
});

test("only the newest lines that the page shows count", () => {
  expect(newestShown(said, { shown: ["mark-1", "mark-3"], newest: 2 })).toBe(1);
});

test("a row has each round of both sides; a figure of one side has no ratio", () => {
  const own = [
    { "lines, ms": 2.000_4, station: 7 },
    { "lines, ms": 3, station: 8 },
  ];

  expect(sideRows(own, [{ "lines, ms": 4 }, { "lines, ms": 4 }])).toEqual([
    { what: "lines, ms", neonrelay: [2, 3], "The Lounge": [4, 4], ratio: [0.5, 0.75] },
    { what: "station", neonrelay: [7, 8], "The Lounge": [], ratio: [] },
  ]);
});
