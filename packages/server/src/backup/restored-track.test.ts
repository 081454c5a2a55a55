import { expect, test } from "vitest";
import { withDerivedColumns } from "./restored-track.ts";

const row = { title: "Rise", artist: "Éarth; Wind", album_artist: "X; Y" };

test("a track of an older backup has one artist, or several if an operator entered them", () => {
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

test("a track of this release keeps its artists, and a row without tags is unchanged", () => {
  const lists = { artists: ["Éarth; Wind"], album_artists: ["X", "Y"] };

  expect(withDerivedColumns({ ...row, ...lists, fields_by_hand: ["artist"] })).toMatchObject(lists);
  expect(withDerivedColumns({ id: "1" })).toEqual({ id: "1" });
});
