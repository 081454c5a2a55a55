import { expect, test } from "vitest";
import { withDerivedColumns } from "./restored-track.ts";

const row = { title: "Rise", artist: "Éarth; Wind", album_artist: "X; Y" };

test("a track of an older backup has one artist, and those that an operator wrote each", () => {
  expect(withDerivedColumns(row)).toMatchObject({
    artists: ["Éarth; Wind"],
    artist_keys: ["earth; wind"],
    album_artists: ["X; Y"],
  });
  expect(withDerivedColumns({ ...row, fields_by_hand: ["artist", "albumArtist"] })).toMatchObject({
    artists: ["Éarth", "Wind"],
    artist_keys: ["earth", "wind"],
    album_artists: ["X", "Y"],
  });
  expect(withDerivedColumns({ title: "Rise", artist: "" })).toMatchObject({
    artists: [],
    album_artists: [],
  });
});

test("a track of this release keeps its artists as they were, and a row without tags stays", () => {
  const lists = { artists: ["Éarth; Wind"], album_artists: ["X", "Y"] };

  expect(withDerivedColumns({ ...row, ...lists, fields_by_hand: ["artist"] })).toMatchObject(lists);
  expect(withDerivedColumns({ id: "1" })).toEqual({ id: "1" });
});
