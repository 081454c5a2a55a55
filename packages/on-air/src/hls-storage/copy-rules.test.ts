import { expect, test } from "vitest";
import type { HlsSegment } from "../stream/hls/hls-playlist.ts";
import { lostBetween, nextStep, retryDelayMs, secondsBehind } from "./copy-rules.ts";

function segments(...sequences: readonly number[]): readonly HlsSegment[] {
  return sequences.map((sequence) => ({
    name: `${sequence}.aac`,
    sequence,
    discontinuitySequence: 0,
    durationSeconds: 6,
    startsAtMs: sequence * 6000,
    bytes: Buffer.alloc(1),
  }));
}

/** The step in short: what is sent. */
function step({
  window,
  stored = [],
  listed = [],
  listedAgoMs = Number.POSITIVE_INFINITY,
}: {
  readonly window: readonly number[];
  readonly stored?: readonly number[];
  readonly listed?: readonly number[];
  readonly listedAgoMs?: number;
}) {
  const next = nextStep({
    window: segments(...window),
    stored: new Set(stored.map((sequence) => `${sequence}.aac`)),
    listed: segments(...listed),
    listedAgoMs,
  });
  if (next.kind === "segment") return `segment ${next.segment.sequence}`;
  if (next.kind === "nothing") return "nothing";
  return `playlist ${next.segments.map(({ sequence }) => sequence).join(" ")}`;
}

test.each([
  ["nothing is there", { window: [] }, "nothing"],
  ["the first segment is finished", { window: [1] }, "segment 1"],
  ["the storage has it", { window: [1], stored: [1] }, "playlist 1"],
  ["the playlist names it", { window: [1], stored: [1], listed: [1] }, "nothing"],
  [
    "another one is finished",
    { window: [1, 2], stored: [1], listed: [1], listedAgoMs: 6000 },
    "segment 2",
  ],
  [
    "the oldest has left the window",
    { window: [2, 3], stored: [1, 2, 3], listed: [1, 2] },
    "playlist 2 3",
  ],
])("[S120] when %s the next step is right", (_when, situation, expected) => {
  expect(step(situation)).toBe(expected);
});

test("[S121] missing segments go oldest first, followed by the playlist", () => {
  const away = { window: [3, 4, 5], listed: [1, 2, 3], listedAgoMs: 2000 };

  expect(step({ ...away, stored: [1, 2, 3] })).toBe("segment 4");
  expect(step({ ...away, stored: [1, 2, 3, 4] })).toBe("segment 5");
  expect(step({ ...away, stored: [1, 2, 3, 4, 5] })).toBe("playlist 3 4 5");
});

test("[S121] a storage too slow to catch up still gets a playlist every six seconds", () => {
  const slow = { window: [3, 4, 5], stored: [3, 4], listed: [2, 3] };

  expect(step({ ...slow, listedAgoMs: 5999 })).toBe("segment 5");
  expect(step({ ...slow, listedAgoMs: 6000 })).toBe("playlist 3 4");
  expect(step({ ...slow, listed: [3, 4] })).toBe("segment 5");
});

test("[S121] segments that have left the window are given up, and a playlist has no gap", () => {
  expect(step({ window: [10, 11], stored: [1, 2, 3], listed: [1, 2, 3] })).toBe("segment 10");
  expect(step({ window: [3, 4, 5], stored: [3, 5], listed: [3] })).toBe("playlist 5");
});

test("players missed what lies between two playlists", () => {
  expect(lostBetween([], segments(7))).toBe(0);
  expect(lostBetween(segments(1, 2, 3), segments(2, 3, 4))).toBe(0);
  expect(lostBetween(segments(1, 2, 3), segments(4, 5))).toBe(0);
  expect(lostBetween(segments(1, 2, 3), segments(10, 11))).toBe(6);
});

test("a copy is behind by what the station lists and the storage does not", () => {
  expect(secondsBehind(segments(1, 2, 3), segments(1, 2, 3))).toBe(0);
  expect(secondsBehind(segments(2, 3, 4), segments(1, 2))).toBe(12);
  expect(secondsBehind(segments(2, 3, 4), [])).toBe(18);
});

test("[S122] the pauses grow to 10 s, or to a minute when the storage refuses, within a fifth", () => {
  const pauses = (isRefusal: boolean) =>
    [1, 2, 3, 4, 5, 9].map((failuresInARow) =>
      retryDelayMs({ failuresInARow, isRefusal, random: 0.5 }),
    );

  expect(pauses(false)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(pauses(true)).toEqual([5000, 15_000, 30_000, 60_000, 60_000, 60_000]);
  expect(retryDelayMs({ failuresInARow: 1, isRefusal: false, random: 0 })).toBe(800);
  expect(retryDelayMs({ failuresInARow: 1, isRefusal: false, random: 0.99 })).toBe(1196);
});
