import { expect, test } from "vitest";
import { placeOfTip } from "./tip-place.ts";

const sizes = { tip: { width: 100, height: 30 }, page: { width: 400, height: 300 } };
const size = { width: 44, height: 44 };

test("a tip is centred below its control", () => {
  expect(placeOfTip({ left: 178, top: 50, ...size }, sizes)).toEqual({ leftPx: 150, topPx: 100 });
});

test("at the bottom of the page a tip is above its control, and at an edge it stays inside", () => {
  expect([
    placeOfTip({ left: 356, top: 256, ...size }, sizes),
    placeOfTip({ left: 0, top: 256, ...size }, sizes),
  ]).toEqual([
    { leftPx: 292, topPx: 220 },
    { leftPx: 8, topPx: 220 },
  ]);
});
