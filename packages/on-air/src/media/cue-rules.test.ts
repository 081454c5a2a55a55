import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findCues, type FoundCues } from "./cue-rules.ts";

const I = -14;

/** @param stretches how many windows of 100 ms, and their LU relative to the track's loudness, from start to end */
function cuesOf(...stretches: readonly (readonly [number, number, number?])[]): FoundCues | null {
  const momentaryLufs = stretches.flatMap(([windows, from, to = from]) =>
    Array.from({ length: windows }, (_, index) =>
      from === -Infinity ? from : I + from + ((to - from) * index) / windows,
    ),
  );
  const durationMs = (momentaryLufs.length + 3) * 100;
  return findCues({ momentaryLufs, integratedLufs: I, durationMs });
}

test("[P10] silence at the beginning is skipped, except for a tenth of a second", () => {
  // Sound from 3.0 s on is in every window from the one that starts at 2.7 s.
  expect(cuesOf([27, -Infinity], [300, 0])?.cueInMs).toBe(2900);
  expect(cuesOf([27, -41], [300, 0])?.cueInMs).toBe(2900);
});

test("[P10] a track that starts within 0.4 s, or quietly, starts where its file does", () => {
  expect(cuesOf([300, 0])?.cueInMs).toBe(0);
  expect(cuesOf([40, -39], [300, 0])?.cueInMs).toBe(0);
});

test("[P11] what follows the last sound is skipped", () => {
  // The last window with sound starts at 29.9 s.
  expect(cuesOf([300, 0], [100, -Infinity])?.cueOutMs).toBe(30_300);
  expect(cuesOf([300, 0], [100, -43])?.cueOutMs).toBe(30_300);
  expect(cuesOf([300, 0], [100, -41])?.cueOutMs).toBe(null);
});

test("[P12] a cold end starts the next track at once, at the end of the file or before silence", () => {
  expect(cuesOf([300, 0])).toEqual({ cueInMs: 0, cueOutMs: null, startNextMs: 30_300 });
  expect(cuesOf([300, 0], [100, -Infinity])?.startNextMs).toBe(30_000);
});

test("[P12] a fade-out starts the next track where it is 8 LU down", () => {
  const cues = cuesOf([300, 0], [100, 0, -50]);

  expect(cues?.startNextMs).toBeGreaterThanOrEqual(31_500);
  expect(cues?.startNextMs).toBeLessThanOrEqual(31_700);
});

test("[P13] a quiet ending that goes on is played out", () => {
  const pad = cuesOf([300, 0], [80, -12], [20, -12, -50]);

  expect(pad?.startNextMs).toBeGreaterThan(37_000);
});

test("[P13] an ending that does not die away plays to its cue-out, however quiet and long", () => {
  expect(cuesOf([300, 0], [80, -25])?.startNextMs).toBe(38_300);
  expect(cuesOf([400, 0], [300, -23])?.startNextMs).toBe(70_300);
  expect(cuesOf([400, 0], [300, -35], [50, -60])).toMatchObject({
    cueOutMs: 70_300,
    startNextMs: 70_000,
  });
});

test("[P13] words after a pause are heard, and so are passages that get quieter and quieter", () => {
  const speech = [-22, -60, -24, -60, -30].map((level) => [15, level] as const);
  expect(cuesOf([300, 0], ...speech)?.startNextMs).toBe(37_800);
  expect(cuesOf([300, 0], [100, -12], [100, -20], [100, -35])?.startNextMs).toBe(60_300);
});

test("[P13] after a quiet passage that finally dies away the next track starts where that is 8 LU down", () => {
  const cues = cuesOf([300, 0], [200, -15], [60, -15, -50]);

  expect(cues?.startNextMs).toBeGreaterThan(51_000);
  expect(cues?.startNextMs).toBeLessThan(52_000);
});

test("[P13] a tail longer than 12 s is played further, down to 18 LU", () => {
  const cues = cuesOf([300, 0], [200, -6, -46]);

  expect(cues?.startNextMs).toBeGreaterThanOrEqual(35_900);
  expect(cues?.startNextMs).toBeLessThanOrEqual(36_200);
});

test("[P10] silence has no cue points", () => {
  const momentaryLufs = Array.from({ length: 20 }, () => -Infinity);

  expect(findCues({ momentaryLufs, integratedLufs: null, durationMs: 2300 })).toBe(null);
});

test("[P12] whatever the sound, the cue points are in order and within the track", () => {
  const level = fc.oneof(fc.constant(-Infinity), fc.double({ min: -80, max: 10, noNaN: true }));
  fc.assert(
    fc.property(fc.array(level, { maxLength: 60 }), fc.nat(60), (levels, place) => {
      // A track's loudness is never above its loudest window.
      const momentaryLufs = [...levels.slice(0, place), I + 1, ...levels.slice(place)];
      const durationMs = (momentaryLufs.length + 3) * 100 + 50;
      const cues = findCues({ momentaryLufs, integratedLufs: I, durationMs });
      const end = cues?.cueOutMs ?? durationMs;
      return (
        cues !== null &&
        cues.cueInMs >= 0 &&
        cues.cueInMs < end &&
        cues.startNextMs <= end &&
        end <= durationMs
      );
    }),
  );
});
