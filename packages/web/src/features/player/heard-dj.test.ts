import { expect, test } from "vitest";
import { heardDj } from "./heard-dj.ts";

const play = { kind: "live", djName: "Ada", artist: "Coral Static", startedAtMs: 9000 } as const;

test("a DJ on air has a name and the time of their first sound, not that of the current title", () => {
  expect(heardDj(play, { djName: "Ada", sinceMs: 1000 })).toMatchObject({
    name: "Ada",
    sinceMs: 1000,
  });
});

test("while the time is not known, or is another DJ's, it is that of the title", () => {
  for (const live of [undefined, { djName: "Ada", sinceMs: null }, { djName: "Bo", sinceMs: 1 }])
    expect(heardDj(play, live)).toMatchObject({ name: "Ada", sinceMs: 9000 });
});

test("a DJ whose program sends no artist stands in the artist's place, and is named there alone", () => {
  expect(heardDj(play, undefined)?.isNamedAsArtist).toBe(false);
  expect(heardDj({ ...play, artist: "Ada" }, undefined)?.isNamedAsArtist).toBe(true);
});

test("music of the library has no DJ", () => {
  const library = { ...play, kind: "library", djName: null } as const;
  expect(heardDj(library, { djName: null, sinceMs: null })).toBeUndefined();
  expect(heardDj(undefined, undefined)).toBeUndefined();
});
