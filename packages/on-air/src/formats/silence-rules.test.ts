import { expect, test } from "vitest";
import { silenceOfFile } from "./silence-rules.ts";

const belowDb = (quietestDb: number, gainDb = 0) => silenceOfFile({ quietestDb, gainDb }).belowDb;

test("[P90] a file may be as quiet as measured, with its gain, but not below -70 dBFS", () => {
  expect([belowDb(-20), belowDb(-44), belowDb(-50), belowDb(-64), belowDb(-90)]).toEqual([
    -50, -50, -56, -70, -70,
  ]);
  expect([belowDb(-50, -6), belowDb(-50, 10)]).toEqual([-62, -50]);
  expect(silenceOfFile({ quietestDb: -50, gainDb: 4, albumGainDb: -2 }).belowDb).toBe(-58);
});

test("[P90] an unmeasured file is silent below -60 dBFS for 20 s", () => {
  expect(silenceOfFile({ gainDb: 12 })).toEqual({ belowDb: -60, seconds: 20 });
});
