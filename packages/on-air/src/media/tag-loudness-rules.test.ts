import { expect, test } from "vitest";
import { loudnessOfTags } from "./tag-loudness-rules.ts";

test("[P6] ReplayGain is relative to -18 LUFS, the R128 gain of Opus to -23 in steps of 1/256 dB", () => {
  expect(loudnessOfTags({ replayGainDb: -7.5, r128Gain: undefined })).toBe(-10.5);
  // The same track: its R128 gain is 5 dB lower.
  expect(loudnessOfTags({ replayGainDb: null, r128Gain: "-3200" })).toBe(-10.5);
});

test("[P6] implausible tags are ignored", () => {
  expect(loudnessOfTags({ replayGainDb: null, r128Gain: undefined })).toBe(null);
  expect(loudnessOfTags({ replayGainDb: Number.NaN, r128Gain: "loud" })).toBe(null);
  expect(loudnessOfTags({ replayGainDb: 90, r128Gain: "99999" })).toBe(null);
});
