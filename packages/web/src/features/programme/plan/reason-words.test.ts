import { expect, test } from "vitest";
import { countsOf, gaveWayWords } from "./reason-words.ts";

test("the rules that gave way are named in their order, and nothing is said when all held", () => {
  expect([gaveWayWords(["hour", "album"]), gaveWayWords([])]).toEqual([
    "Gave way: not at yesterday's hour, album",
    undefined,
  ]);
});

test("a reason counts what there was and what each rule kept out, but no rule that kept out nothing", () => {
  const keptOut = { track: 12, title: 0, artist: 31, album: 4, hour: 0 };

  expect(countsOf({ considered: 214, keptOut })).toEqual([
    ["Tracks to choose from", "214"],
    ["Kept out: track", "12"],
    ["Kept out: artist", "31"],
    ["Kept out: album", "4"],
  ]);
});
