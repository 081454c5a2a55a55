import { expect, test } from "vitest";
import { makeSegmentNames } from "./stored-segments.ts";

test("[S123] each run has its own names, and tells those of earlier runs from other files", () => {
  const [before, now] = [makeSegmentNames(), makeSegmentNames()];

  expect(now.of("28800000.aac")).toMatch(/^segment-28800000-[0-9a-f]{12}\.aac$/);
  expect(now.of("28800000.aac")).not.toBe(before.of("28800000.aac"));
  expect(now.isOfEarlierRun(before.of("0.aac"))).toBe(true);
  expect(
    [now.of("0.aac"), "live.m3u8", "segment-one.aac", "28800000.aac", "segment-0-short.aac"].filter(
      now.isOfEarlierRun,
    ),
  ).toEqual([]);
});
