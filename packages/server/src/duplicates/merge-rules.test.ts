import { expect, test } from "vitest";
import { cuesOf, inheritCues, isSameCues, leftInWords, type SetCues } from "./merge-rules.ts";

const none: SetCues = {
  userCueInMs: null,
  userCueOutMs: null,
  userStartNextMs: null,
  userFadeInMs: null,
  userFadeOutMs: null,
  userGainDb: null,
};
const kept = { ...none, durationMs: 60_000, cueInMs: null, cueOutMs: null, startNextMs: null };

test("a merge's kept track gets the cue points of the first copy with any, unless it has its own", () => {
  const cut = { ...none, userCueOutMs: 50_000 };
  const louder = { ...none, userGainDb: 2 };

  expect(inheritCues(kept, [none, cut, louder])).toEqual(cuesOf(cut));
  expect(inheritCues(kept, [none, louder])).toEqual(cuesOf(louder));
  expect(inheritCues({ ...kept, userFadeInMs: 0 }, [cut])).toBeNull();
  expect(inheritCues(kept, [none])).toBeNull();
});

test("cue points beyond the end of the kept track are left out", () => {
  expect(inheritCues(kept, [{ ...none, userCueOutMs: 61_000 }])).toBeNull();
});

test("cue points are recognised even after the database has rounded the gain", () => {
  const cues = cuesOf({ ...none, userCueInMs: 100, userGainDb: -1.3 });

  expect(isSameCues(cues, { ...cues, gainDb: -1.299_999_952_316_284_2 })).toBe(true);
  expect(isSameCues(cues, { ...cues, gainDb: null })).toBe(false);
  expect(isSameCues(cues, { ...cues, cueInMs: null })).toBe(false);
});

test("what an undo leaves is put into words", () => {
  const nothing = { goneCopies: 0, favourites: 0, playlists: 0, clocks: 0, hasOtherCues: false };

  expect(leftInWords(nothing)).toEqual([]);
  expect(
    leftInWords({ goneCopies: 1, favourites: 2, playlists: 1, clocks: 3, hasOtherCues: true }),
  ).toEqual([
    "1 merged track was erased since, and does not come back.",
    "1 playlist was changed since, and stays as it is.",
    "3 clocks were changed since, and stay as they are.",
    "2 favourites were removed since, and stay so.",
    "The cue points of the kept track were changed since, and stay as they are.",
  ]);
});
