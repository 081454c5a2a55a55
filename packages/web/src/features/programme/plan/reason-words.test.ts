import { expect, test } from "vitest";
import { countsOf, gaveWayWords } from "./reason-words.ts";

test("ignored rules are named in their order, and nothing is shown when there are none", () => {
  expect([gaveWayWords(["hour", "album"]), gaveWayWords([])]).toEqual([
    "Ignored rules: not at yesterday's hour, album",
    undefined,
  ]);
});

test("a reason counts the tracks to choose from and those excluded, by rule", () => {
  const keptOut = { track: 12, title: 0, artist: 31, album: 4, hour: 0 };

  expect(countsOf({ considered: 214, keptOut })).toEqual([
    ["Tracks to choose from", "214"],
    ["Excluded: track", "12"],
    ["Excluded: artist", "31"],
    ["Excluded: album", "4"],
  ]);
});
