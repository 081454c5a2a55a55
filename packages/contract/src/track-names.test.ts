import { expect, test } from "vitest";
import { artistAndTitle, titleByArtist } from "./track-names.ts";

test("a track without an artist is named by its title alone", () => {
  const named = { title: "Ára bátur", artist: "Sigur Rós" };
  const unnamed = { ...named, artist: "" };

  expect([titleByArtist(named), titleByArtist(unnamed)]).toEqual([
    "Ára bátur by Sigur Rós",
    "Ára bátur",
  ]);
  expect([artistAndTitle(named), artistAndTitle(named, "-"), artistAndTitle(unnamed)]).toEqual([
    "Sigur Rós – Ára bátur",
    "Sigur Rós - Ára bátur",
    "Ára bátur",
  ]);
});
