import type { Misreading, TrackChanges } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { joinNames } from "../artist-rules.ts";
import {
  byHandAfterRestore,
  decideEdit,
  decideUndo,
  prepareEdit,
  valueInWords,
  type EditDecision,
  type FieldValues,
} from "./track-edit-rules.ts";

const values: FieldValues = {
  title: "Night Drive",
  artist: "Neon Coast",
  artists: ["Neon Coast"],
  album: null,
  albumArtist: null,
  albumArtists: [],
  genre: "Electro",
  isrc: null,
  label: null,
  language: null,
  year: 2017,
  trackNumber: null,
  discNumber: null,
  isExplicit: null,
  ownTags: ["summer"],
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
  cover: "a".repeat(32),
};

function decide(
  changes: TrackChanges,
  {
    path = "/m/Vega - Rise.mp3",
    fileNameMask,
    folderCover = null,
    artists = values.artists,
    misreading,
  }: {
    readonly path?: string | null;
    readonly fileNameMask?: string;
    readonly folderCover?: Parameters<typeof decideEdit>[1]["folderCover"];
    readonly artists?: readonly string[];
    readonly misreading?: Misreading;
  } = {},
): EditDecision {
  const prepared = prepareEdit({ changes, fileNameMask, misreading });
  if ("problem" in prepared) throw new Error(prepared.problem);
  const named = { ...values, artist: joinNames(artists), artists: [...artists] };
  return decideEdit(prepared, { values: named, path, folderCover });
}

test("only a new value counts as a change", () => {
  expect(
    decide({
      title: { do: "set", to: "Night Drive" },
      genre: { do: "set", to: "Synthwave" },
      year: 2017,
      trackNumber: 3,
      isInRotation: true,
    }),
  ).toEqual({
    kind: "changed",
    before: { genre: "Electro", trackNumber: null },
    after: { genre: "Synthwave", trackNumber: 3 },
  });
  expect(decide({ ownTags: { do: "add", tags: ["summer"] } })).toEqual({ kind: "unchanged" });
});

test("fields are read from the file name first, and the other changes apply after", () => {
  const decision = decide(
    { title: { do: "append", text: " (Live)" } },
    { fileNameMask: "%artist% - %title%" },
  );

  expect(decision).toMatchObject({ after: { artist: "Vega", title: "Rise (Live)" } });
});

test("setting artists splits them at '; ', and tracks not changed keep theirs", () => {
  const artists = ["Earth; Wind", "Ada"];
  const artist = "Earth; Wind; Ada";
  const append = { do: "append", text: "; Ben" } as const;

  expect(decide({ title: { do: "set", to: "New" } }, { artists })).toMatchObject({
    after: { title: "New" },
  });
  expect(decide({ artist: append }, { artists: ["Ada"] })).toEqual({
    kind: "changed",
    before: { artist: "Ada", artists: ["Ada"] },
    after: { artist: "Ada; Ben", artists: ["Ada", "Ben"] },
  });
  expect(decide({ artist: { do: "set", to: artist } }, { artists })).toMatchObject({
    before: { artist, artists },
    after: { artist, artists: ["Earth", "Wind", "Ada"] },
  });
  expect(decide({ artist: { ...append, text: "" } }, { artists })).toEqual({ kind: "unchanged" });
  expect(
    decide(
      {},
      { artists: ["Ð˜; x", "Ada"], misreading: { readAs: "windows-1252", writtenIn: "utf-8" } },
    ),
  ).toMatchObject({ after: { artist: "И; x; Ada", artists: ["И; x", "Ada"] } });
});

test("undo restores names with their artists, and a name with a separator is shown in quotation marks", () => {
  const before = { artist: "X; Y", artists: ["X; Y"] };
  const after = { artist: "X; Y", artists: ["X", "Y"] };

  expect(decideUndo({ values: { ...values, ...after }, before, after })).toEqual({
    back: before,
    kept: [],
  });
  expect(decideUndo({ values: { ...values, ...before }, before, after }).kept).toEqual(["artist"]);
  expect([before, after].map((each) => valueInWords("artist", each))).toEqual(["“X; Y”", "X; Y"]);
  expect(valueInWords("artist", { artist: "X; Y" })).toBe("X; Y");
});

test.each<[string, TrackChanges, Parameters<typeof decide>[1], string]>([
  ["a title", { title: { do: "set", to: null } }, {}, "It would have no title"],
  [
    "an artist",
    { artist: { do: "replace", find: "Neon Coast", by: "text", ignoresCase: false, to: "" } },
    {},
    "It would have no artist",
  ],
  ["an ISRC", { isrc: { do: "set", to: "DE-A45-17-0000" } }, {}, "'DEA45170000' is no ISRC"],
  ["an ISRC of several", { isrc: { do: "set", to: "DEA451700003; x" } }, {}, "'X' is no ISRC"],
  [
    "few artists",
    { artist: { do: "set", to: Array.from({ length: 51 }, (_, n) => `${n}`).join("; ") } },
    {},
    "more than 50 artists",
  ],
  ["a long text", { album: { do: "append", text: "x".repeat(301) } }, {}, "longer than 300"],
  ["a name that fits", {}, { fileNameMask: "%artist% / %title%" }, "does not match the mask"],
  ["a file", {}, { fileNameMask: "%title%", path: null }, "does not match the mask"],
  ["a number", {}, { fileNameMask: "%artist% - %year%" }, "'Rise' is not a number"],
  ["a folder", { cover: { do: "folder" } }, { path: null }, "It has no file"],
  [
    "a picture",
    { cover: { do: "folder" } },
    { folderCover: { problem: "There is no picture in its folder" } },
    "There is no picture",
  ],
  [
    "few tags",
    { ownTags: { do: "add", tags: Array.from({ length: 20 }, (_, index) => `t${index}`) } },
    {},
    "more than 20 tags",
  ],
])("a track needs %s", (_what, changes, options, words) => {
  const decision = decide(changes, options);

  expect(decision.kind === "problem" ? decision.problem : "").toContain(words);
});

test("an ISRC is stored without hyphens", () => {
  expect(decide({ isrc: { do: "set", to: "de-a45-17-00003" } })).toMatchObject({
    after: { isrc: "DEA451700003" },
  });
});

test("own tags are set, added and removed without duplicates", () => {
  const tagsAfter = (how: "set" | "add" | "remove", tags: string[]) =>
    decide({ ownTags: { do: how, tags } });

  expect(tagsAfter("set", ["live", "live"])).toMatchObject({ after: { ownTags: ["live"] } });
  expect(tagsAfter("add", ["live"])).toMatchObject({ after: { ownTags: ["summer", "live"] } });
  expect(tagsAfter("remove", ["summer"])).toMatchObject({ after: { ownTags: [] } });
});

test("undo restores fields still as the edit left them and keeps what has changed since", () => {
  const after = { genre: "Electro", year: 2018 };

  expect(decideUndo({ values, before: { genre: null, year: 2001 }, after })).toEqual({
    back: { genre: null },
    kept: ["year"],
  });
});

test.each([
  [
    { changes: { title: { do: "replace", find: "(", by: "pattern", ignoresCase: false, to: "" } } },
    "changes.title",
  ],
  [{ changes: {}, fileNameMask: "%mood%" }, "fileNameMask"],
] as const)("an invalid change is refused by its field", ({ changes, ...rest }, field) => {
  const fileNameMask = "fileNameMask" in rest ? rest.fileNameMask : undefined;

  expect(prepareEdit({ changes, fileNameMask, misreading: undefined })).toMatchObject({ field });
});

test("values are put into words", () => {
  const said = (["genre", "album", "isExplicit", "ownTags", "weightPercent", "cover"] as const).map(
    (field) => valueInWords(field, values),
  );

  expect(said).toEqual(["Electro", null, null, "summer", "100 %", "Cover"]);
});

test("a restored file is followed again in fields where it agrees with the library", () => {
  const before = { title: "Night Drive", genre: "Rock", label: null, year: 2017 };

  expect(
    byHandAfterRestore(
      { values, byHand: ["title", "genre", "isrc", "contentKind"] },
      { before, byHandBefore: ["year"] },
    ),
  ).toEqual(["isrc", "genre", "year"]);
});
