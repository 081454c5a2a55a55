import type { TrackChanges } from "@neonrelay/contract";
import { expect, test } from "vitest";
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
  album: null,
  albumArtist: null,
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
  }: {
    readonly path?: string | null;
    readonly fileNameMask?: string;
    readonly folderCover?: Parameters<typeof decideEdit>[1]["folderCover"];
  } = {},
): EditDecision {
  const prepared = prepareEdit({ changes, fileNameMask, misreading: undefined });
  if ("problem" in prepared) throw new Error(prepared.problem);
  return decideEdit(prepared, { values, path, folderCover });
}

test("only what is another value than before is a change", () => {
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

test("fields are taken from the name of the file, and the other changes come after", () => {
  const decision = decide(
    { title: { do: "append", text: " (Live)" } },
    { fileNameMask: "%artist% - %title%" },
  );

  expect(decision).toMatchObject({ after: { artist: "Vega", title: "Rise (Live)" } });
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
  ["a long text", { album: { do: "append", text: "x".repeat(301) } }, {}, "longer than 300"],
  ["a name that fits", {}, { fileNameMask: "%artist% / %title%" }, "does not fit the mask"],
  ["a file", {}, { fileNameMask: "%title%", path: null }, "does not fit the mask"],
  ["a number", {}, { fileNameMask: "%artist% - %year%" }, "'Rise' is no number"],
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

test("own tags are set, added and removed, each once", () => {
  const tagsAfter = (how: "set" | "add" | "remove", tags: string[]) =>
    decide({ ownTags: { do: how, tags } });

  expect(tagsAfter("set", ["live", "live"])).toMatchObject({ after: { ownTags: ["live"] } });
  expect(tagsAfter("add", ["live"])).toMatchObject({ after: { ownTags: ["summer", "live"] } });
  expect(tagsAfter("remove", ["summer"])).toMatchObject({ after: { ownTags: [] } });
});

test("what an edit left goes back, and what has changed since stays", () => {
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
] as const)(
  "a change that can't be used is refused by its field",
  ({ changes, ...rest }, field) => {
    const fileNameMask = "fileNameMask" in rest ? rest.fileNameMask : undefined;

    expect(prepareEdit({ changes, fileNameMask, misreading: undefined })).toMatchObject({ field });
  },
);

test("values are said in words", () => {
  const said = (["genre", "album", "isExplicit", "ownTags", "weightPercent", "cover"] as const).map(
    (field) => valueInWords(field, values),
  );

  expect(said).toEqual(["Electro", null, null, "summer", "100 %", "Cover"]);
});

test("a file that is as it was before an edit is followed again where it says what the library has", () => {
  const before = { title: "Night Drive", genre: "Rock", label: null, year: 2017 };

  expect(
    byHandAfterRestore(
      { values, byHand: ["title", "genre", "isrc", "contentKind"] },
      { before, byHandBefore: ["year"] },
    ),
  ).toEqual(["isrc", "genre", "year"]);
});
