import { LEVEL_BANDS, LEVEL_SAMPLES } from "@neonrelay/contract/callers";
import type { Levels } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { LevelsSignal } from "./levels-signal.ts";

const levelsAt = (posMs: number, peakDb: number): Levels => ({
  posMs,
  bandsDb: Array.from({ length: LEVEL_BANDS }, () => -40),
  samples: Array.from({ length: LEVEL_SAMPLES }, () => 0),
  rmsLeftDb: peakDb - 3,
  rmsRightDb: peakDb - 3,
  peakDb,
});
const signalAt = (heardMs: () => number | undefined, gainDb = 0) =>
  new LevelsSignal({ heardMs, gainDb: () => gainDb });

test("levels are shown when their moment is heard, not when they arrive", () => {
  let heardMs = 0;
  const signal = signalAt(() => heardMs);
  const peaks = [];

  signal.take(levelsAt(1000, -10));
  signal.take(levelsAt(2000, -20));
  for (heardMs of [500, 1500, 1600, 2500]) peaks.push(signal.read()?.peakDb);

  expect(peaks).toEqual([undefined, -10, -10, -20]);
});

test("without listening the newest levels show at once", () => {
  const signal = signalAt(() => undefined);

  signal.take(levelsAt(1000, -10));
  signal.take(levelsAt(2000, -20));

  expect(signal.read()?.peakDb).toBe(-20);
});

test("the monitor gain is applied, and silence has no peak", () => {
  const signal = signalAt(() => undefined, 6);

  signal.take(levelsAt(1000, -10));
  const loud = signal.read()?.peakDb;
  signal.take(levelsAt(2000, -127.5));

  expect([loud, signal.read()?.peakDb]).toEqual([-4, null]);
});

test("a band rises at once and falls slowly", () => {
  const signal = signalAt(() => undefined);
  const height = () => signal.read()?.bands[30] ?? 0;

  signal.take(levelsAt(1000, -10));
  const first = height();
  signal.take({ ...levelsAt(2000, -10), bandsDb: Array.from({ length: LEVEL_BANDS }, () => -127) });
  const fallen = height();

  expect(first).toBeGreaterThan(0.3);
  expect(fallen).toBeCloseTo(first * 0.82);
});

test("without new levels nothing is shown", () => {
  const signal = signalAt(() => undefined);
  signal.take(levelsAt(1000, -10));
  signal.read();

  signal.end();

  expect(signal.read()).toBeUndefined();
});
