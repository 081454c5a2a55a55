import { expect, test } from "vitest";
import type { FieldValues } from "./track-edit-rules.ts";
import { splitUnread, toWrittenTags } from "./written-tags-rules.ts";

const values: FieldValues = {
  title: "Rise",
  artist: "AC/DC; Ada",
  artists: ["AC/DC", "Ada"],
  album: null,
  albumArtist: null,
  albumArtists: [],
  genre: "Rock",
  isrc: null,
  label: null,
  language: null,
  year: 1990,
  trackNumber: null,
  discNumber: null,
  isExplicit: false,
  ownTags: [],
  contentKind: "jingle",
  weightPercent: 100,
  isInRotation: true,
  cover: "abc",
};

test("only the fields of the edit are written, under the media child's names", () => {
  expect(toWrittenTags(values, ["artist", "album", "albumArtist", "contentKind", "cover"])).toEqual(
    {
      artists: ["AC/DC", "Ada"],
      album: null,
      albumArtists: [],
      kindTag: "jingle",
      artworkName: "abc",
    },
  );
});

test("values that a file can't hold stay in the library and are named", () => {
  expect(splitUnread(["title", "albumArtist", "contentKind"], ["albumArtists", "kindTag"])).toEqual(
    {
      inFile: ["title"],
      problem: "The library keeps what this file can't hold as it is: album artist, kind",
    },
  );
  expect(splitUnread(["title"], [])).toEqual({ inFile: ["title"], problem: null });
});
