import { expect, test } from "vitest";
import { columnOf, parsePeaks } from "./peaks-rules.ts";

const packed = (points: readonly (readonly [high: number, low: number, level: number])[]) => {
  const bytes = new Uint8Array(12 + points.length * 3);
  bytes.set(new TextEncoder().encode("NRW1"));
  new DataView(bytes.buffer).setUint32(4, 441, true);
  new DataView(bytes.buffer).setUint32(8, points.length, true);
  for (const [plane, values] of [0, 1, 2].map((at) => points.map((point) => point[at])).entries())
    bytes.set(
      values.map((value) => value ?? 0),
      12 + plane * points.length,
    );
  return bytes.buffer;
};

test("a waveform is parsed as the station packs it", () => {
  const peaks = parsePeaks(packed([[127, -127, 255]]));

  expect(peaks?.pointMs).toBe(10);
  expect(peaks?.high[0]).toBe(127);
  expect(peaks?.low[0]).toBe(-127);
  expect(peaks?.level[0]).toBe(255);
});

test("truncated or foreign data is refused", () => {
  expect(parsePeaks(packed([[1, 1, 1]]).slice(0, 14))).toBeUndefined();
  expect(parsePeaks(new ArrayBuffer(3))).toBeUndefined();
  expect(parsePeaks(new ArrayBuffer(15))).toBeUndefined();
});

test("a column shows the extremes and the mean of what it covers, and silence past the end", () => {
  const peaks = parsePeaks(
    packed([
      [127, -10, 255],
      [20, -127, 0],
      [50, -50, 0],
    ]),
  );
  if (peaks === undefined) throw new Error("it is a waveform");

  const both = columnOf(peaks, { fromMs: 0, untilMs: 20 });

  expect(both).toEqual({ high: 1, low: -1, mean: Math.sqrt(0.5) });
  expect(columnOf(peaks, { fromMs: 21, untilMs: 22 }).high).toBeCloseTo(50 / 127);
  expect(columnOf(peaks, { fromMs: 40, untilMs: 50 })).toEqual({ high: 0, low: 0, mean: 0 });
});
