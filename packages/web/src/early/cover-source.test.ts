import { expect, test } from "vitest";
import { coverSource } from "./cover-source.ts";

const ART = "/api/tracks/1/art?v=2";

test.each([
  ["the station's own picture, of a track without one", null, 176, ["/cover.svg", undefined]],
  ["a picture from elsewhere as it is", "data:,", 176, ["data:,", undefined]],
  ["a cover in a row", ART, 40, [`${ART}&size=96`, undefined]],
  ["one beside a picture", ART, 96, [`${ART}&size=256`, undefined]],
  ["one for the player", ART, 176, [`${ART}&size=512`, `${ART}&size=256 1x, ${ART}&size=512 2x`]],
])("a browser gets %s", (_what, albumArt, sizePx, expected) => {
  const { src, srcSet } = coverSource(albumArt, sizePx);

  expect([src, srcSet]).toEqual(expected);
});

test("a cover URL without a version gets its size too", () => {
  expect(coverSource("/api/tracks/1/art", 40).src).toBe("/api/tracks/1/art?size=96");
});
