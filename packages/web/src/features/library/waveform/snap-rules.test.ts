import { expect, test } from "vitest";
import type { Peaks } from "./peaks-rules.ts";
import { findSnapPlaces, nextPlace, snapTo } from "./snap-rules.ts";

/** @param at mean level, 0 to 1, at a moment in ms */
function peaksOf(seconds: number, at: (ms: number) => number, pointMs = 10): Peaks {
  const level = Uint8Array.from({ length: (seconds * 1000) / pointMs }, (_, point) =>
    Math.round(255 * Math.sqrt(at(point * pointMs))),
  );
  const high = new Int8Array(level.length);
  return { pointMs, high, low: high, level };
}

test("a silence has two edges, and a short pause isn't one", () => {
  const peaks = peaksOf(5, (ms) => {
    const isSilent = ms < 500 || (ms >= 2000 && ms < 2400) || (ms >= 3000 && ms < 3050);
    return isSilent ? 0 : 0.3;
  });

  expect(findSnapPlaces(peaks).silences).toEqual([500, 2000, 2400]);
});

test("beats are found where the level jumps, with their tempo", () => {
  const found = findSnapPlaces(peaksOf(20, (ms) => (ms % 500 < 80 ? 0.5 : 0.05)));

  expect(found.tempo).toBe(120);
  expect(found.beats.slice(0, 3)).toEqual([500, 1000, 1500]);
});

test("a steady sound has no beats and no tempo", () => {
  expect(findSnapPlaces(peaksOf(20, () => 0.3))).toEqual({ silences: [], beats: [], tempo: null });
});

test("a waveform too coarse for beats has none", () => {
  const peaks = peaksOf(20, (ms) => (ms % 500 < 80 ? 0.5 : 0.05), 100);

  expect(findSnapPlaces(peaks)).toMatchObject({ beats: [], tempo: null });
});

test("a moment snaps to the nearest place within range", () => {
  const places = [1000, 2000];

  expect(snapTo(1900, { places, withinMs: 150 })).toBe(2000);
  expect(snapTo(1500, { places, withinMs: 150 })).toBe(1500);
  expect(nextPlace(1000, { places, direction: 1 })).toBe(2000);
  expect(nextPlace(1000, { places, direction: -1 })).toBeUndefined();
});
