import { expect, test } from "vitest";
import { expectedBytes, makeRoom, MAX_SOUND_BYTES, mostBytes } from "./cache-rules.ts";

const HOUR_MS = 3_600_000;
const track = (trackId: string, fetchedAtMs: number, playedAtMs: number | null = null) => ({
  trackId,
  sizeBytes: 100,
  fetchedAtMs,
  playedAtMs,
});
const cached = [
  track("old", 1 * HOUR_MS),
  track("played", 1 * HOUR_MS, 3 * HOUR_MS),
  track("older", 0.5 * HOUR_MS),
  track("just-played", 1 * HOUR_MS, 9.9 * HOUR_MS),
];
const situation = {
  neededBytes: 100,
  limitBytes: 400,
  wanted: new Set<string>(),
  isWanted: true,
  nowMs: 10 * HOUR_MS,
};

test.each([
  ["nothing leaves while there is room", { limitBytes: 500 }, []],
  ["the track used longest ago leaves first", {}, ["older"]],
  ["as many leave as it takes", { neededBytes: 300 }, ["older", "old", "played"]],
  ["a planned track stays", { wanted: new Set(["older"]) }, ["old"]],
  ["for a track that is not planned only a played one leaves", { isWanted: false }, ["played"]],
  ["what was on air just now stays, and then there is no room", { neededBytes: 400 }, null],
  ["a file larger than the cache has no room", { neededBytes: 500 }, null],
])("%s", (_case, change, leaving) => {
  expect(makeRoom(cached, { ...situation, ...change })).toEqual(leaving);
});

test.each([
  [{ remoteBytes: 5, durationMs: 1000 }, 5],
  [{ remoteBytes: null, durationMs: 1000 }, 40_000],
  [{ remoteBytes: null, durationMs: 0 }, 10_485_760],
])("the size of a track to fetch is the source's, or an estimate: %o", (known, bytes) => {
  expect(expectedBytes(known)).toBe(bytes);
});

test.each([
  [1000, 1e12, 1000 + 2 * 1024 ** 2],
  [null, 1e12, MAX_SOUND_BYTES],
  [1e15, 1e15, MAX_SOUND_BYTES],
  [1e9, 1e8, 1e8],
])(
  "a download of %s bytes with a cache of %s is cut off at %s",
  (remoteBytes, limitBytes, most) => {
    expect(mostBytes(remoteBytes, limitBytes)).toBe(most);
  },
);
