import { expect, test } from "vitest";
import { finish } from "../programme/small-steps.ts";
import { sortKeyOf } from "../library/track-rules.ts";
import { Candidates } from "../playlists/files/match-rules.ts";
import { mapLocation, matchTracks, readPathMap, searchOf } from "./match-tracks.ts";
import type { MovedTrack } from "./moved-station.ts";

function track(location: string, said: Partial<MovedTrack> = {}): MovedTrack {
  return {
    key: location,
    location,
    title: null,
    artist: null,
    durationMs: null,
    cues: null,
    ...said,
  };
}

test("a path map replaces only whole folders, and understands Windows paths", () => {
  const maps = [
    { from: "C:\\Music", to: "/srv/music/" },
    { from: "/old/", to: "/new" },
  ];

  expect(mapLocation("C:\\Music\\A\\b.mp3", maps)).toBe("/srv/music/A/b.mp3");
  expect(mapLocation("/old/a.mp3", maps)).toBe("/new/a.mp3");
  expect(mapLocation("/older/a.mp3", maps)).toBe("/older/a.mp3");
  expect(readPathMap("/old=/new=er")).toEqual({ from: "/old", to: "/new=er" });
  expect(readPathMap("/old=")).toBeNull();
  expect(readPathMap("=/new")).toBeNull();
});

test("tracks are found by mapped path, by name and length, by artist and title, or listed as lost", () => {
  const tracks = [
    track("/old/one.mp3"),
    track("/elsewhere/two.mp3", { durationMs: 60_000 }),
    track("/gone/three.wav", { artist: "Ann", title: "Three" }),
    track("/gone/four.mp3"),
    track("http://example.org/stream"),
  ];
  const places = { maps: [{ from: "/old", to: "/srv" }], roots: [] };
  const candidates = new Candidates(tracks.map((each) => searchOf(each, places)));
  const offered = [
    { id: "1", path: "/srv/one.mp3", durationMs: 1 },
    { id: "2", path: "/srv/two.mp3", durationMs: 61_000 },
    { id: "2b", path: "/srv/other/two.mp3", durationMs: 600_000 },
    { id: "3", path: "/srv/drei.mp3", durationMs: 1 },
  ];
  for (const each of offered)
    candidates.offer({
      ...each,
      sortKey: sortKeyOf({ artist: "Ann", title: each.id === "3" ? "Three" : each.id }),
      artistKeys: ["ann"],
      isAway: false,
    });

  const matched = finish(
    matchTracks(tracks, {
      sources: [{ candidates, isByNameOnly: false }],
      places,
    }),
  );

  expect([...matched.found].map(([key, { id }]) => [key, id])).toEqual([
    ["/old/one.mp3", "1"],
    ["/elsewhere/two.mp3", "2"],
    ["/gone/three.wav", "3"],
  ]);
  expect(matched.by).toEqual({ path: 1, name: 1, tags: 1 });
  expect(matched.lost.map(({ track: { key }, why }) => [key, why])).toEqual([
    ["/gone/four.mp3", "no such file in the library"],
    ["http://example.org/stream", "it is a web address"],
  ]);
});
