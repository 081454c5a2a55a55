import { expect, test } from "vitest";
import { addressOf, nameOf } from "./browse-data.ts";

test("a group opens its tracks, and an album its tracks in order", () => {
  expect([
    addressOf({ filter: "genre" }, { name: "Drum & Bass", artist: null }),
    addressOf({ filter: "album" }, { name: "Best Of", artist: "Neon Coast" }),
  ]).toEqual([
    "/library?genre=Drum+%26+Bass",
    "/library?album=Best+Of&albumArtist=Neon+Coast&sort=album",
  ]);
});

test("kinds and months are named in words", () => {
  expect([nameOf("kind", "spot"), nameOf("added", "2026-11"), nameOf("artist", "2026-11")]).toEqual(
    ["Spot", "November 2026", "2026-11"],
  );
});
