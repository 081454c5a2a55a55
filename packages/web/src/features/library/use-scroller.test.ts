import { expect, test } from "vitest";
import { shownHeight, toScrolledOffset, toWholeOffset } from "./use-scroller.ts";

const list = (rows: number) => ({ marginPx: 300, wholePx: rows * 56, viewPx: 800 });

test("a list that fits the page scrolls as it is", () => {
  for (const scrolledPx of [0, 300, 5000, 100_000 * 56 + 200])
    expect(toWholeOffset(scrolledPx, list(100_000))).toBe(scrolledPx);
  expect(shownHeight(100_000 * 56)).toBe(5_600_000);
});

test("a list of a million rows starts at its first row and ends at its last", () => {
  const million = list(1_000_000);
  const shownPx = shownHeight(million.wholePx);

  expect(shownPx).toBe(15_000_000);
  expect(toWholeOffset(0, million)).toBe(0);
  expect(toWholeOffset(300, million)).toBe(300);
  expect(toWholeOffset(300 + shownPx - 800, million)).toBeCloseTo(300 + 56_000_000 - 800);
  // What is below the list moves with the page.
  expect(toWholeOffset(400 + shownPx - 800, million)).toBeCloseTo(400 + 56_000_000 - 800);
});

test("the two conversions are inverse", () => {
  const million = list(1_000_000);
  for (const scrolledPx of [0, 299, 301, 1_000_000, 7_654_321, 15_000_100, 15_000_400])
    expect(toScrolledOffset(toWholeOffset(scrolledPx, million), million)).toBeCloseTo(scrolledPx);
});

test("a list shorter than its viewport does not move", () => {
  expect(toWholeOffset(100, list(3))).toBe(100);
  expect(toScrolledOffset(100, list(3))).toBe(100);
});
