import { expect, test } from "vitest";
import { airTimeMs, decideCues, withFades, type CuedSound } from "./cue-point-rules.ts";

const unknown: CuedSound = {
  contentKind: "music",
  durationMs: 210_000,
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  userCueInMs: null,
  userCueOutMs: null,
  userStartNextMs: null,
};
const measured = { ...unknown, cueInMs: 300, cueOutMs: 200_000, startNextMs: 195_000 };

test("[P14] measured cue points apply until an operator sets some", () => {
  expect(decideCues(unknown)).toBe(null);
  expect(decideCues(measured)).toEqual({
    cueInMs: 300,
    cueOutMs: 200_000,
    startNextMs: 195_000,
    isDecay: true,
  });
});

test("[P14] each cue point of an operator overrides the measured one, independently", () => {
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

test("[P14] tracks crossfade at an operator's cue-out, unless the sound has died away before it", () => {
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

test("[P14] a measured start-next before an operator's cue-in is ignored", () => {
  expect(decideCues({ ...measured, userCueInMs: 196_000 })).toMatchObject({
    cueInMs: 196_000,
    startNextMs: null,
  });
});

test("a track is on air from its cue-in until the next one begins, at its cue-out at the latest", () => {
  const cued = { ...unknown, cueInMs: 5000, cueOutMs: 190_000 };

  expect(airTimeMs(unknown)).toBe(210_000);
  expect(airTimeMs(cued)).toBe(185_000);
  expect(airTimeMs({ ...cued, startNextMs: 180_000 })).toBe(175_000);
});

test("[P12] speech and spots play to their cue-out, or to an operator's start-next", () => {
  for (const contentKind of ["speech", "spot"] as const) {
    const whole = { ...measured, contentKind };
    expect(decideCues(whole)).toMatchObject({ startNextMs: 200_000, isDecay: true });
    expect(decideCues({ ...whole, cueOutMs: null })).toMatchObject({ startNextMs: 210_000 });
    expect(decideCues({ ...whole, userCueOutMs: 90_000 })).toMatchObject({ startNextMs: 90_000 });
    expect(decideCues({ ...whole, userStartNextMs: 80_000 })).toMatchObject({
      startNextMs: 80_000,
      isDecay: false,
    });
    expect(airTimeMs(whole)).toBe(199_700);
  }
});

test("[P14] cue points of an operator that leave nothing audible are ignored, so that the track plays", () => {
  const short = { ...measured, cueOutMs: null, durationMs: 30_000, startNextMs: 25_000 };

  expect(decideCues({ ...short, userCueInMs: 60_000, userCueOutMs: 90_000 })).toMatchObject({
    cueInMs: 300,
    startNextMs: 25_000,
  });
  expect(decideCues({ ...short, userCueInMs: 20_000, userCueOutMs: 10_000 })?.cueInMs).toBe(300);
  expect(decideCues({ ...short, userCueOutMs: 90_000 })?.cueOutMs).toBe(90_000);
  expect(decideCues({ ...short, durationMs: 400, cueInMs: 0 })).not.toBeNull();
});

test("[P25] an operator's fades accompany the cue points, and a fade-out ends no later than the file", () => {
  const fades = { userFadeInMs: null, userFadeOutMs: null, durationMs: 210_000 };
  const points = decideCues({ ...measured, cueOutMs: null });

  expect(withFades(points, fades)).toBe(points);
  expect(withFades(null, { ...fades, userFadeInMs: 0 })).toEqual({
    cueInMs: 0,
    cueOutMs: null,
    startNextMs: null,
    isDecay: false,
    fadeInMs: 0,
  });
  expect(withFades(points, { ...fades, userFadeOutMs: 4000 })).toMatchObject({
    cueOutMs: 210_000,
    startNextMs: 195_000,
    fadeOutMs: 4000,
  });
});
