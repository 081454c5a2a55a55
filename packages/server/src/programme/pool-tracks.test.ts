import { expect, test } from "vitest";
import { poolTracks, poolTracksAgain } from "./pool-tracks.ts";

function track(id: string, artist: string) {
  const keys = { artistKeys: [artist] as const, titleKey: `${artist}\ntitle`, albumKey: null };
  return { id, title: id, artist, ...keys, lengthMs: 1000, weight: 1 };
}

const one = track("one", "Ada");
const two = track("two", "Ben");
const three = track("three", "Ada");

test("a pool's tracks are grouped by artist, each group in playlist order", () => {
  const { artists } = poolTracks([one, two, three]).groups();

  expect([...artists].map(([artistKey, { tracks }]) => [artistKey, tracks])).toEqual([
    ["Ada", [one, three]],
    ["Ben", [two]],
  ]);
});

test("[G3] a track contained twice counts as one with double weight", () => {
  const { byId, artists } = poolTracks([one, two, one]).groups();

  expect([...byId.values()]).toEqual([{ ...one, weight: 2 }, two]);
  expect(artists.get("Ada")?.tracks).toHaveLength(1);
});

test("an unchanged list is grouped once, a changed one again", () => {
  const before = poolTracks([one, two]);

  expect(poolTracksAgain(before, [one, two])).toBe(before);
  expect(poolTracksAgain(before, [two, one]).tracks).toEqual([two, one]);
  expect(poolTracksAgain(before, [one]).tracks).toEqual([one]);
  expect(poolTracksAgain(before, [one, { ...two }])).not.toBe(before);
  expect(poolTracksAgain(undefined, [one]).tracks).toEqual([one]);
});
