import { expect, test } from "vitest";
import { brokenBounds } from "./hls-bounds-rules.ts";

const good = {
  origin: { segments: 10, mostOfOne: 1, playlists: 42 },
  load: { missed: 0, ranDry: 0, failures: 0 },
  seconds: 40,
};

test("a cache that requests each segment once and players that keep playing break no bound", () => {
  expect(brokenBounds(good)).toEqual([]);
});

test("each way of requesting too often breaks a bound", () => {
  const origin = { segments: 10, mostOfOne: 2, playlists: 43 };

  expect(brokenBounds({ ...good, origin })).toEqual([
    "a segment was asked for more than once",
    "the playlist was asked for too often",
  ]);
});

test("players that miss segments, run dry or fail each break a bound", () => {
  const load = { missed: 3, ranDry: 2, failures: 1 };

  expect(brokenBounds({ ...good, load })).toEqual([
    "players missed 3 segments",
    "players had nothing left to play 2 times",
    "requests of players failed: 1",
  ]);
});
