import { expect, test } from "vitest";
import { lengthWords, momentWords, neverWords, turnoverWords } from "./figure-table.tsx";

test("durations are written in minutes, hours or days", () => {
  expect([7.9, 59, 60, 185, 2879, 2880, 10_000].map(lengthWords)).toEqual([
    "7 min",
    "59 min",
    "1 h 00 min",
    "3 h 05 min",
    "47 h 59 min",
    "2 days",
    "6 days",
  ]);
  expect([null, 0.4, 5.6, 47, 48, 200].map(turnoverWords)).toEqual([
    "Never",
    "Under 1 h",
    "6 h",
    "47 h",
    "2 days",
    "8 days",
  ]);
});

test("a moment is written in the station's time zone", () => {
  expect(momentWords("2027-03-01T19:04:00Z", "Europe/Berlin")).toMatch(/^Mon,? 1 Mar,? 20:04$/);
});

test("a track without a playlist waits for a slot that takes any of its kind", () => {
  const track = { trackId: "", title: "", artist: "", kind: "jingle", playlists: [] } as const;

  expect(neverWords({ ...track, playlists: [], reason: "waits" })).toBe(
    "A slot takes any track of its kind, and its turn comes later.",
  );
});
