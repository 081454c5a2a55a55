import type { EditableTrack } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { bodyOf, emptyDraft, sharedText, sharedValue } from "./track-draft.ts";

const track: EditableTrack = {
  id: "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60",
  file: "Neon Coast/Night Drive.mp3",
  albumArt: null,
  title: "Night Drive",
  artist: "Neon Coast",
  artists: ["Neon Coast"],
  album: null,
  albumArtist: null,
  albumArtists: [],
  genre: null,
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
  fieldsByHand: [],
};

test("an untouched draft sends nothing", () => {
  expect(bodyOf(emptyDraft)).toBeUndefined();
});

test("only what was typed is sent, and an emptied field is cleared", () => {
  const draft = {
    ...emptyDraft,
    typed: { title: "Rise", album: "", year: "2019", discNumber: "" },
    isExplicit: false,
    ownTags: { do: "add", text: " live, summer,, live " },
    cover: { do: "set", name: "a".repeat(32), file: "front.jpg" },
  } as const;

  expect(bodyOf(draft)).toEqual({
    changes: {
      title: { do: "set", to: "Rise" },
      album: { do: "set", to: null },
      year: 2019,
      discNumber: null,
      isExplicit: false,
      ownTags: { do: "add", tags: ["live", "summer"] },
      cover: { do: "set", name: "a".repeat(32) },
    },
  });
});

test.each([
  [
    { how: "append", to: " (Live)" },
    { do: "append", text: " (Live)" },
  ],
  [
    { how: "pattern", find: "^The ", to: "" },
    { do: "replace", find: "^The ", by: "pattern", ignoresCase: false, to: "" },
  ],
] as const)("a text edit is sent: %j", (work, change) => {
  const draft = { ...emptyDraft, work: { ...emptyDraft.work, ...work } };

  expect(bodyOf(draft)).toEqual({ changes: { title: change } });
});

test("a mask alone is an edit", () => {
  expect(bodyOf({ ...emptyDraft, fileNameMask: " %title% " })).toEqual({
    changes: {},
    fileNameMask: "%title%",
  });
});

test("a shared value is shown; where tracks differ, nothing is", () => {
  const other = { ...track, title: "Rise", ownTags: ["summer"] };

  expect([sharedText([track, other], "title"), sharedText([track, other], "year")]).toEqual([
    undefined,
    "2017",
  ]);
  expect(sharedText([track], "album")).toBe("");
  expect(sharedValue([track, other], "ownTags")).toEqual(["summer"]);
});
