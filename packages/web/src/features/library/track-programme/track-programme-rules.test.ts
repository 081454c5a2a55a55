import type { Track } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { programmeWords, sharedProgramme } from "./track-programme-rules.ts";
import type { TrackProgramme } from "./track-programme-rules.ts";

const music: TrackProgramme & Pick<Track, "kind"> = {
  kind: "file",
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
};

test("only unusual settings of a track are mentioned", () => {
  const tracks: readonly (typeof music)[] = [
    music,
    { ...music, contentKind: "jingle" },
    { ...music, contentKind: "spot", weightPercent: 150, isInRotation: false },
    { ...music, kind: "source" },
  ];

  expect(tracks.map(programmeWords)).toEqual([
    undefined,
    "Jingle",
    "Spot · 150% · never in rotation",
    "Music source",
  ]);
});

test("shared values are known; where tracks differ, none is", () => {
  expect(sharedProgramme([music, { ...music, weightPercent: 50 }])).toEqual({
    contentKind: "music",
    weightPercent: undefined,
    isInRotation: true,
  });
});
