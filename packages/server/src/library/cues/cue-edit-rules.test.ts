import type { TrackCues } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { findCueProblem } from "./cue-edit-rules.ts";

const none: TrackCues = {
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  fadeInMs: null,
  fadeOutMs: null,
  gainDb: null,
};
const track = { durationMs: 200_000, cueInMs: 300, cueOutMs: 199_000, startNextMs: 195_000 };
const problemOf = (cues: Partial<TrackCues>) => findCueProblem({ ...none, ...cues }, track);

test("cue points in ascending order are valid, and so are none at all", () => {
  expect(problemOf({})).toBeNull();
  expect(
    problemOf({
      cueInMs: 5000,
      startNextMs: 90_000,
      cueOutMs: 95_000,
      fadeOutMs: 5000,
      gainDb: -3,
    }),
  ).toBeNull();
  expect(problemOf({ cueInMs: 0, cueOutMs: 200_000, startNextMs: 200_000 })).toBeNull();
});

test("a cue point beyond the end of the track is refused", () => {
  expect(problemOf({ cueOutMs: 200_001 })).toEqual({
    field: "cueOutMs",
    problem: "is beyond the end of the track",
  });
});

test("at least half a second remains between cue-in and cue-out, measured ones included", () => {
  expect(problemOf({ cueInMs: 198_600 })?.field).toBe("cueInMs");
  expect(problemOf({ cueOutMs: 700 })?.field).toBe("cueOutMs");
  expect(problemOf({ cueInMs: 9000, cueOutMs: 8000 })?.field).toBe("cueInMs");
});

test("the next track begins after the cue-in and before the cue-out", () => {
  expect(problemOf({ cueInMs: 9000, startNextMs: 9000 })?.field).toBe("startNextMs");
  expect(problemOf({ startNextMs: 199_001 })?.field).toBe("startNextMs");
});

test("both fades fit into the part that plays", () => {
  const short = { cueInMs: 10_000, cueOutMs: 20_000 };

  expect(problemOf({ ...short, fadeInMs: 5000, fadeOutMs: 5000 })).toBeNull();
  expect(problemOf({ ...short, fadeInMs: 10_001 })?.field).toBe("fadeInMs");
  expect(problemOf({ ...short, fadeInMs: 5000, fadeOutMs: 5001 })?.field).toBe("fadeOutMs");
});

test("a track that was never measured can be trimmed too", () => {
  const unknown = { durationMs: 10_000, cueInMs: null, cueOutMs: null, startNextMs: null };

  expect(findCueProblem({ ...none, cueInMs: 1000, fadeOutMs: 2000 }, unknown)).toBeNull();
});
