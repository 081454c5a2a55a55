import { expect, test } from "vitest";
import { drawnRows, rowsInView } from "./use-rows-in-view.ts";

const windowPx = 640;
const rowPx = 64;

test("of 500 rows only those in the window and a few around it are drawn, at any scroll position", () => {
  const spans = [200, 0, -64, -6400, -31_900].map((topPx) =>
    rowsInView({ topPx, windowPx, rowPx }),
  );

  expect(spans).toEqual([
    { first: 0, end: 16 },
    { first: 0, end: 20 },
    { first: 0, end: 20 },
    { first: 92, end: 120 },
    { first: 488, end: 520 },
  ]);
  expect(
    drawnRows(rowsInView({ topPx: -31_900, windowPx, rowPx }), { count: 500, kept: [] }),
  ).toEqual(Array.from({ length: 12 }, (_row, at) => 488 + at));
});

test("a list below the window draws only the rows that may appear next", () => {
  expect(rowsInView({ topPx: 5000, windowPx, rowPx })).toEqual({ first: 0, end: 0 });
});

test("a pinned row is drawn in its place, once, and only while it is in the list", () => {
  const span = { first: 4, end: 7 };

  expect(drawnRows(span, { count: 500, kept: [2, 5, 90, 2] })).toEqual([2, 4, 5, 6, 90]);
  expect(drawnRows(span, { count: 6, kept: [90, -1] })).toEqual([4, 5]);
});
