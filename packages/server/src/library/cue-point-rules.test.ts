import { expect, test } from "vitest";
import { decideCues, type KnownCues } from "./cue-point-rules.ts";

const unknown: KnownCues = {
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  userCueInMs: null,
  userCueOutMs: null,
  userStartNextMs: null,
};
const measured = { ...unknown, cueInMs: 300, cueOutMs: 200_000, startNextMs: 195_000 };

test("[P14] what was measured holds while no operator has set anything", () => {
  expect(decideCues(unknown)).toBe(null);
  expect(decideCues(measured)).toEqual({
    cueInMs: 300,
    cueOutMs: 200_000,
    startNextMs: 195_000,
    isDecay: true,
  });
});

test("[P14] an operator's cue points go first, each for itself", () => {
  expect(decideCues({ ...measured, userCueInMs: 0 })).toMatchObject({ cueInMs: 0, isDecay: true });
  expect(decideCues({ ...measured, userStartNextMs: 180_000 })).toEqual({
    cueInMs: 300,
    cueOutMs: 200_000,
    startNextMs: 180_000,
    isDecay: false,
  });
  expect(decideCues({ ...unknown, userCueOutMs: 90_000 })).toEqual({
    cueInMs: 0,
    cueOutMs: 90_000,
    startNextMs: null,
    isDecay: false,
  });
});

test("[P14] in front of an operator's cue-out the tracks crossfade, unless the sound has died away by then", () => {
  expect(decideCues({ ...measured, userCueOutMs: 100_000 })).toMatchObject({
    cueOutMs: 100_000,
    startNextMs: null,
    isDecay: false,
  });
  expect(decideCues({ ...measured, userCueOutMs: 197_000 })).toMatchObject({
    cueOutMs: 197_000,
    startNextMs: 195_000,
    isDecay: true,
  });
});
