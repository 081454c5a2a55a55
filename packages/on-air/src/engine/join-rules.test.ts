import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CuePoints } from "../protocol/index.ts";
import { type AlbumPlace, type EnginePlay, PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { comingLength, type ComingPlay, type JoinSituation, planJoin } from "./join-rules.ts";
import type { TrackState } from "./voice.ts";

const second = PROGRAMME_RATE_HZ;
const wholeCues: CuePoints = { cueInMs: 0, cueOutMs: null, startNextMs: null, isDecay: false };

interface File {
  readonly cues?: CuePoints | null;
  readonly albumPlace?: AlbumPlace | null;
  readonly offsetMs?: number;
  /** What its deck still has; the rest of the file is known to be complete. */
  readonly seconds?: number;
  readonly isComplete?: boolean;
  readonly isFailed?: boolean;
}

function playOf({ cues = null, albumPlace = null, offsetMs = 0 }: File): EnginePlay {
  const source = { kind: "file", path: "a", cues, albumPlace } as const;
  return { playId: randomUUID(), source, gainDb: 0, offsetMs };
}

function deckOf({ seconds = 30, isComplete = true, isFailed = false }: File): TrackState["deck"] {
  return {
    available: seconds * second,
    isComplete,
    status: isFailed ? "failed" : "ended",
    failure: "",
  };
}

/** A file a hundred seconds in. */
const onAir = (file: File): TrackState => ({
  kind: "track",
  play: playOf(file),
  deck: deckOf(file),
  fileSamples: 100 * second,
});
const coming = (file: File): ComingPlay => ({
  play: playOf(file),
  deck: deckOf({ seconds: 60, ...file }),
  purpose: "cue",
});
const plan = (current: File, next: File | null, change: Partial<JoinSituation> = {}) =>
  planJoin({
    current: onAir(current),
    next: next === null ? undefined : coming(next),
    isPreparing: false,
    crossfadeSamples: 4 * second,
    ...change,
  });
/** In seconds. */
const joinOf = (due: number, out: number, into = out) => ({
  dueInSamples: Math.round(due * second),
  outSamples: Math.round(out * second),
  inSamples: Math.round(into * second),
});

test("[P20] tracks without known cue points crossfade at the end of the first", () => {
  expect(plan({}, {})).toEqual(joinOf(26, 4));
  expect(plan({ isComplete: false }, {})).toBeUndefined();
});

test("[P20] two tracks overlap by at most half of the shorter", () => {
  expect(plan({}, { seconds: 2 })).toEqual(joinOf(29, 1));
  expect(plan({}, { seconds: 0 })).toEqual(joinOf(29.99, 0.01));
});

test("[P16] the next track starts where the first has died away, with a short ramp", () => {
  const cues = { ...wholeCues, startNextMs: 125_000, isDecay: true };

  expect(plan({ cues }, {})).toEqual(joinOf(25, 5, 0.005));
  expect(plan({ cues }, { offsetMs: 300 })).toEqual(joinOf(25, 5, 0.1));
});

test("[P17] an overlap lasts 8 s at most, and ends at the cue-out", () => {
  const early = { ...wholeCues, startNextMs: 110_000 };

  expect(plan({ cues: early }, {})).toEqual(joinOf(10, 8));
  expect(plan({ cues: { ...early, cueOutMs: 113_000 } }, {})).toEqual(joinOf(10, 3));
});

test("[P18] a track that ends at full level still gets a ramp", () => {
  expect(plan({ cues: { ...wholeCues, startNextMs: 130_000 } }, {})).toEqual(joinOf(29.99, 0.01));
});

test("[P21] consecutive album tracks with sound at the join play without a gap", () => {
  const first = { cues: wholeCues, albumPlace: { disc: "1", number: 1 } };
  const following = { cues: wholeCues, albumPlace: { disc: "1", number: 2 } };

  expect(plan(first, following)).toEqual(joinOf(30, 0));
  expect(plan({ ...first, isComplete: false }, following)).toBeUndefined();
});

test.each([
  ["the one after the next", {}, { albumPlace: { disc: "1", number: 3 } }],
  ["another disc", {}, { albumPlace: { disc: "2", number: 2 } }],
  ["a track with leading silence", {}, { cues: { ...wholeCues, cueInMs: 1 } }],
  ["a track started midway", {}, { offsetMs: 1 }],
  ["a track after trailing silence", { cues: { ...wholeCues, cueOutMs: 130_000 } }, {}],
  ["a track after one with its own fade-out", { cues: { ...wholeCues, fadeOutMs: 3000 } }, {}],
])("[P21] %s crossfades", (_what, first, next) => {
  const one = { cues: wholeCues, albumPlace: { disc: "1", number: 1 }, ...first };
  const two = { cues: wholeCues, albumPlace: { disc: "1", number: 2 }, ...next };

  expect(plan(one, two)).toEqual(joinOf(26, 4));
});

test("[P25] a track with its own fade-out may overlap the next one for 30 s", () => {
  const cues = { ...wholeCues, cueOutMs: 130_000, startNextMs: 110_000 };

  expect(plan({ cues: { ...cues, fadeOutMs: 3000 } }, {})).toEqual(joinOf(10, 20));
  expect(plan({ cues: { ...cues, startNextMs: 95_000, fadeOutMs: 0 } }, {})).toEqual(
    joinOf(-5, 30),
  );
});

test("[P25] a track with its own fade-in gets no second one from the join", () => {
  const cues = { ...wholeCues, startNextMs: 125_000 };
  const faded = { cues: { ...wholeCues, fadeInMs: 2000 } };

  expect(plan({ cues }, faded)).toEqual(joinOf(25, 5, 0.005));
  expect(plan({}, faded)).toEqual(joinOf(26, 4, 0.005));
});

test("[P22] with nothing next a track is cut at its cue-out, or at its end if something is on its way", () => {
  const cues = { ...wholeCues, cueOutMs: 110_000 };

  expect(plan({ cues }, null)).toEqual(joinOf(9.99, 0.01));
  expect(plan({ cues }, null, { isPreparing: true })).toEqual(joinOf(29.99, 0.01));
  expect(plan({ isComplete: false }, null)).toBeUndefined();
});

test("[P22] a broken file is cut where it ends, and the emergency loop has no end", () => {
  expect(plan({ isFailed: true }, {})).toEqual(joinOf(29.99, 0.01));
  expect(plan({}, {}, { current: { kind: "emergency" } })).toBeUndefined();
});

test("a play is heard from its cue-in to its cue-out", () => {
  const cues = { ...wholeCues, cueInMs: 2000 };
  const length = (file: File) => comingLength(coming(file));

  expect(length({ cues, offsetMs: 2000, seconds: 58 })).toBe(58 * second);
  expect(length({ cues: { ...cues, cueOutMs: 10_000 }, isComplete: false })).toBe(8 * second);
  expect(length({ isComplete: false })).toBeUndefined();
});
