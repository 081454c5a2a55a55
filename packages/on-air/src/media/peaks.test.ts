import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createWaveformMeter } from "./peaks.ts";

const SAMPLES = 44_100;

/** @param wave left and right sample at each moment */
function peaksOf(samples: number, wave: (sample: number) => readonly [number, number]) {
  const meter = createWaveformMeter();
  const piece = new Float32Array(samples * 2);
  for (let at = 0; at < samples; at += 1) {
    const [left, right] = wave(at);
    piece[at * 2] = left;
    piece[at * 2 + 1] = right;
  }
  // In arbitrary pieces.
  for (let at = 0; at < piece.length; at += 2000) meter.add(piece.subarray(at, at + 2000));
  const bytes = gunzipSync(meter.result());
  const points = bytes.readUInt32LE(8);
  const plane = (number: number) =>
    bytes.subarray(12 + number * points, 12 + (number + 1) * points);
  return {
    magic: bytes.toString("latin1", 0, 4),
    perPoint: bytes.readUInt32LE(4),
    points,
    length: bytes.length,
    high: new Int8Array(plane(0)),
    low: new Int8Array(plane(1)),
    level: new Uint8Array(plane(2)),
  };
}

test("a short sound has one point per 64 samples, covering both channels", () => {
  const peaks = peaksOf(SAMPLES, (at) => (at < 640 ? [0, 0] : [0.5, -1]));

  expect(peaks).toMatchObject({ magic: "NRW1", perPoint: 64, points: Math.ceil(SAMPLES / 64) });
  expect([peaks.high[9], peaks.low[9], peaks.level[9]]).toEqual([0, 0, 0]);
  expect([peaks.high[10], peaks.low[10]]).toEqual([64, -127]);
  expect(peaks.level[10]).toBe(Math.round(255 * Math.sqrt(Math.sqrt((0.25 + 1) / 2))));
});

test("a track of any length has at most 20,000 points, and every peak is in one of them", () => {
  const samples = 20_000 * 64 * 2 + 1;
  const peaks = peaksOf(samples, (at) => [at === 1_234_567 ? 1 : 0, at === samples - 1 ? -1 : 0]);

  expect(peaks.perPoint).toBe(256);
  expect(peaks.points).toBe(Math.ceil(samples / 256));
  expect(peaks.length).toBe(12 + peaks.points * 3);
  expect(peaks.high[Math.floor(1_234_567 / 256)]).toBe(127);
  expect(peaks.low.at(-1)).toBe(-127);
});

test("samples above full scale, and NaN, still make a waveform", () => {
  const peaks = peaksOf(64, (at) => [at === 3 ? Number.NaN : 3, -3]);

  expect([peaks.high[0], peaks.low[0]]).toEqual([127, -127]);
});
