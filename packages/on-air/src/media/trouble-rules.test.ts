import { expect, test } from "vitest";
import { findTroubles, type HeardTrack } from "./trouble-rules.ts";

/** A minute of music that fades out. */
const fine: HeardTrack = {
  integratedLufs: -14,
  momentaryLufs: [...Array.from({ length: 590 }, () => -14), -20, -30, -40, -50],
  durationMs: 60_000,
  declaredMs: 60_000,
  channels: 2,
  isBroken: false,
  facts: {
    peakLeft: 0.9,
    peakRight: 0.8,
    differenceDb: -12,
    clippedRuns: 0,
    firstClipSample: null,
    dcOffset: 0,
    endLufs: -55,
  },
  sampleRateHz: 44_100,
};
const withFacts = (facts: Partial<HeardTrack["facts"]>): HeardTrack => ({
  ...fine,
  facts: { ...fine.facts, ...facts },
});
const withGap = (windows: number): HeardTrack => ({
  ...fine,
  momentaryLufs: [
    ...Array.from({ length: 100 }, () => -14),
    ...Array.from({ length: windows }, () => -Infinity),
    ...Array.from({ length: 100 }, () => -14),
    -60,
  ],
});

test("[P108] a track that fades out has no trouble", () => {
  expect(findTroubles(fine)).toEqual([]);
});

test.each([
  [
    "a quiet one",
    { ...fine, integratedLufs: -28.5 },
    { kind: "too_quiet", amount: -28.5, atMs: null },
  ],
  [
    "a silent track",
    { ...fine, integratedLufs: null, momentaryLufs: [-Infinity] },
    { kind: "too_quiet", amount: -70, atMs: null },
  ],
  [
    "a track at full scale once a second",
    withFacts({ clippedRuns: 60, firstClipSample: 44_100 }),
    { kind: "clipped", amount: 60, atMs: 1000 },
  ],
  ["silence of 4 s", withGap(37), { kind: "silent_inside", amount: 4, atMs: 10_000 }],
  [
    "a silent side",
    withFacts({ peakRight: 0 }),
    { kind: "silent_channel", amount: expect.closeTo(119, 0), atMs: null },
  ],
  [
    "mono in two channels",
    withFacts({ differenceDb: -80 }),
    { kind: "mono", amount: -80, atMs: null },
  ],
  [
    "the same in both channels",
    withFacts({ differenceDb: -Infinity }),
    { kind: "mono", amount: -200, atMs: null },
  ],
  [
    "an end that is as loud as the rest",
    { ...withFacts({ endLufs: -14 }), momentaryLufs: [-14, -14] },
    { kind: "cut_off", amount: 0, atMs: 60_000 },
  ],
  [
    "an end that can't be decoded, and 30 s missing",
    { ...fine, isBroken: true, declaredMs: 90_000 },
    { kind: "cut_off", amount: 30, atMs: 60_000 },
  ],
  [
    "a header that overstates the length",
    { ...fine, declaredMs: 90_000 },
    { kind: "wrong_duration", amount: 30, atMs: null },
  ],
  [
    "a header that understates the length",
    { ...fine, declaredMs: 30_000 },
    { kind: "wrong_duration", amount: -30, atMs: null },
  ],
] as const)("[P108] %s needs attention", (_what, heard, trouble) => {
  expect(findTroubles(heard)).toEqual([trouble]);
});

test.each([
  ["a quiet track within the gain", { ...fine, integratedLufs: -27.9 }],
  ["an occasional peak at full scale", withFacts({ clippedRuns: 59, firstClipSample: 1 })],
  [
    "clipping in a one-second jingle",
    { ...withFacts({ clippedRuns: 40, firstClipSample: 1 }), durationMs: 1000, declaredMs: 1000 },
  ],
  ["a pause of 3.9 s", withGap(36)],
  [
    "silence at both ends",
    {
      ...fine,
      momentaryLufs: [
        ...Array.from({ length: 90 }, () => -Infinity),
        -14,
        ...Array.from({ length: 90 }, () => -Infinity),
      ],
    },
  ],
  ["a mono file", { ...withFacts({ differenceDb: -Infinity }), channels: 1 }],
  [
    "a jingle that ends at once",
    { ...withFacts({ endLufs: -14 }), momentaryLufs: [-14], durationMs: 5000, declaredMs: 5000 },
  ],
  ["a header that is 5 s off", { ...fine, declaredMs: 65_000 }],
  ["a header without a duration", { ...fine, declaredMs: null }],
] as const)("[P108] %s is fine", (_what, heard) => {
  expect(findTroubles(heard)).toEqual([]);
});
