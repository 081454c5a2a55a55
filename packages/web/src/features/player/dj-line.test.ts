import { expect, test } from "vitest";
import { heardDj } from "./dj-line.tsx";

const play = { kind: "live", djName: "Ada", artist: "Coral Static", startedAtMs: 9000 } as const;

test("a DJ on air has a name and a start time of their own, not the title's", () => {
  expect(heardDj(play, { djName: "Ada", sinceMs: 1000 })).toMatchObject({
    name: "Ada",
    sinceMs: 1000,
  });
});

test("while the DJ's start time is unknown, or another DJ's, the title's is used", () => {
  for (const live of [undefined, { djName: "Ada", sinceMs: null }, { djName: "Bo", sinceMs: 1 }])
    expect(heardDj(play, live)).toMatchObject({ name: "Ada", sinceMs: 9000 });
});

test("a DJ whose software sends no artist is named only in the artist's place", () => {
  expect(heardDj(play, undefined)?.isNamedAsArtist).toBe(false);
  expect(heardDj({ ...play, artist: "Ada" }, undefined)?.isNamedAsArtist).toBe(true);
});

test("music from the library has no DJ", () => {
  const library = { ...play, kind: "library", djName: null } as const;
  expect(heardDj(library, { djName: null, sinceMs: null })).toBeUndefined();
  expect(heardDj(undefined, undefined)).toBeUndefined();
});
