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

test("only what is not usual about a track is said", () => {
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

test("what several tracks have in common is known, and where they differ nothing is", () => {
  expect(sharedProgramme([music, { ...music, weightPercent: 50 }])).toEqual({
    contentKind: "music",
    weightPercent: undefined,
    isInRotation: true,
  });
});
