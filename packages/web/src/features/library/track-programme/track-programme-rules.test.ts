import { expect, test } from "vitest";
import { programmeWords, sharedProgramme } from "./track-programme-rules.ts";
import type { TrackProgramme } from "./track-programme-rules.ts";

const music: TrackProgramme = { contentKind: "music", weightPercent: 100, isInRotation: true };

test("only what is not usual about a track is said", () => {
  const tracks: readonly TrackProgramme[] = [
    music,
    { ...music, contentKind: "jingle" },
    { contentKind: "spot", weightPercent: 150, isInRotation: false },
  ];

  expect(tracks.map(programmeWords)).toEqual([
    undefined,
    "Jingle",
    "Spot · 150% · never in rotation",
  ]);
});

test("what several tracks have in common is known, and where they differ nothing is", () => {
  expect(sharedProgramme([music, { ...music, weightPercent: 50 }])).toEqual({
    ...music,
    weightPercent: undefined,
  });
});
