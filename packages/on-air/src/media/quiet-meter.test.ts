import { expect, test } from "vitest";
import { createQuietMeter } from "./quiet-meter.ts";

const RATE_HZ = 44_100;

/** @param stretches tones in order: how many seconds at what level */
function measured(stretches: readonly (readonly [number, number])[], offset = 0) {
  const meter = createQuietMeter();
  for (const [seconds, level] of stretches) {
    const sound = Float32Array.from({ length: 2 * RATE_HZ }, (_, index) => {
      const t = Math.floor(index / 2) / RATE_HZ;
      return level * Math.sin(2 * Math.PI * 441 * t) + offset;
    });
    for (let second = 0; second < seconds; second += 1) meter.add(sound);
  }
  return meter;
}

const db = (meanSquare: number) => 10 * Math.log10(meanSquare);

test("[P90] the quietest 10 s between two positions are found wherever they start; a shorter track counts whole", () => {
  const meter = measured([
    [2, 0],
    [20, 0.1],
    [4, 0.01],
    [20, 0.1],
  ]);

  expect(meter.quietestDb(2000, 46_000)).toBeCloseTo(db((6 * 0.01 + 4 * 0.0001) / 20), 1);
  expect(meter.quietestDb(22_000, 26_000)).toBeCloseTo(db(0.0001 / 2), 1);
  expect(meter.quietestDb(0, 2000)).toBe(-120);
  expect(meter.quietestDb(0, 0)).toBe(-120);
});

test("[P90] an offset of the samples is inaudible, and does not count as level", () => {
  const meter = measured([[12, 0.002]], 0.01);

  expect(meter.quietestDb(1000, 12_000)).toBeCloseTo(db(0.002 ** 2 / 2), 0);
});
