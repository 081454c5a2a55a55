import { expect, test } from "vitest";
import { compareCopies, groupPairs, type CopyQuality } from "./duplicate-groups-rules.ts";

const pair = (trackId: string, otherId: string, agreement = 1) => ({
  trackId,
  otherId,
  agreement,
});

test("pairs that share a track form one group, with the lowest agreement among them", () => {
  const groups = groupPairs([pair("a", "b"), pair("x", "y"), pair("c", "d", 0.8), pair("b", "d")]);

  expect(groups.map(({ trackIds, agreement }) => [trackIds.toSorted(), agreement])).toEqual([
    [["a", "b", "c", "d"], 0.8],
    [["x", "y"], 1],
  ]);
});

test("without pairs there are no groups", () => {
  expect(groupPairs([])).toEqual([]);
});

test("the best copy comes first: existing, lossless, with the higher bitrate, older", () => {
  const copy = (name: string, quality: Partial<CopyQuality>) => ({
    name,
    isMissing: false,
    codec: "mp3",
    bitrateKbps: 128,
    addedAt: new Date("2027-01-01"),
    ...quality,
  });
  const copies = [
    copy("missing", { isMissing: true, codec: "flac", bitrateKbps: 900 }),
    copy("newer", { addedAt: new Date("2027-02-01") }),
    copy("old", {}),
    copy("high", { bitrateKbps: 320 }),
    copy("wave", { codec: "pcm_s16le", bitrateKbps: 100 }),
  ];

  expect(copies.toSorted(compareCopies).map(({ name }) => name)).toEqual([
    "wave",
    "high",
    "old",
    "newer",
    "missing",
  ]);
});
