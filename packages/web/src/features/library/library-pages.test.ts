import { expect, test } from "vitest";
import { pagesOf, rowsInReach } from "./library-pages.ts";

test("only the first page and those with visible rows are fetched", () => {
  expect([
    pagesOf({ first: 0, last: 20 }),
    pagesOf({ first: 95, last: 115 }),
    pagesOf({ first: 99_980, last: 99_999 }),
  ]).toEqual([[0], [0, 1], [0, 999]]);
});

test("without a visible row only the first page is fetched", () => {
  expect(pagesOf({ first: 0, last: -1 })).toEqual([0]);
});

test("the same pages are the same object, so that nothing renders again", () => {
  const before = pagesOf({ first: 95, last: 115 });

  expect(pagesOf({ first: 97, last: 117 }, before)).toBe(before);
  expect(pagesOf({ first: 197, last: 217 }, before)).toEqual([0, 1, 2]);
});

test("visitors can scroll through the first ten thousand rows and a page, operators through all", () => {
  expect([
    rowsInReach(200_000, false),
    rowsInReach(200_000, true),
    rowsInReach(9000, false),
  ]).toEqual([10_100, 200_000, 9000]);
});
