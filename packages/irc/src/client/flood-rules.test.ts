import { expect, test } from "vitest";
import {
  addLine,
  decideWaitMs,
  FLOOD_PRESETS,
  type FloodDebt,
  type FloodLimits,
  halveRate,
} from "./flood-rules.ts";

/** Send times in seconds of lines queued all at once. */
function sendTimes(limits: FloodLimits, bytes: number, lines: number): readonly number[] {
  let debt: FloodDebt = { owedMs: 0, atMs: 0 };
  let nowMs = 0;
  return Array.from({ length: lines }, () => {
    nowMs += decideWaitMs({ debt, limits, bytes, nowMs });
    debt = addLine({ debt, limits, bytes, nowMs });
    return nowMs / 1_000;
  });
}

test("[C10] short lines go out four at once and then about one a second, full ones one every two seconds", () => {
  expect(sendTimes(FLOOD_PRESETS.normal, 40, 7)).toEqual([0, 0, 0, 0, 0.5, 1.6, 2.7]);
  expect(sendTimes(FLOOD_PRESETS.normal, 400, 4)).toEqual([0, 0, 1, 3]);
});

test("[C10] a strict server gets less, a trusted one everything, one we flooded half", () => {
  expect(sendTimes(FLOOD_PRESETS.strict, 100, 4)).toEqual([0, 0, 1, 4]);
  expect(sendTimes(FLOOD_PRESETS.trusted, 500, 100).at(-1)).toBe(0);
  expect(sendTimes(halveRate(FLOOD_PRESETS.normal), 40, 4)).toEqual([0, 0, 1.6, 3.8]);
});

test("[C10] a line that costs more than the budget waits until nothing is owed", () => {
  expect(sendTimes(halveRate(FLOOD_PRESETS.strict), 500, 2)).toEqual([0, 14]);
});
