import { expect, test } from "vitest";
import {
  limitsOf,
  moveHandle,
  noCues,
  parsePlace,
  placesOf,
  placeText,
  resetHandle,
} from "./cue-draft-rules.ts";

const sheet = {
  durationMs: 200_000,
  measured: { cueInMs: 300, cueOutMs: 199_000, startNextMs: 195_000 },
};

test("unset handles are where they were measured", () => {
  expect(placesOf(sheet, noCues)).toEqual({
    cueIn: 300,
    fadeIn: 300,
    startNext: 195_000,
    fadeOut: 199_000,
    cueOut: 199_000,
  });
  expect(placesOf({ ...sheet, measured: null }, noCues)).toMatchObject({
    cueIn: 0,
    startNext: 196_000,
    cueOut: 200_000,
  });
});

test("before an operator's cue-out the next track starts with the station's crossfade", () => {
  expect(placesOf(sheet, { ...noCues, cueOutMs: 100_000 }).startNext).toBe(96_000);
});

test("a handle stops at its neighbours", () => {
  const cut = { ...noCues, cueOutMs: 100_000, startNextMs: 90_000 };

  expect(moveHandle(sheet, cut, { handle: "startNext", toMs: 150_000 }).startNextMs).toBe(100_000);
  expect(moveHandle(sheet, cut, { handle: "cueOut", toMs: 50_000 }).cueOutMs).toBe(90_000);
  expect(moveHandle(sheet, cut, { handle: "cueIn", toMs: 95_000 }).cueInMs).toBe(89_999);
  expect(moveHandle(sheet, cut, { handle: "cueOut", toMs: 300_000 }).cueOutMs).toBe(200_000);
});

test("fades are lengths, and share the audible part", () => {
  const cut = { ...noCues, cueInMs: 10_000, cueOutMs: 20_000 };
  const faded = moveHandle(sheet, cut, { handle: "fadeOut", toMs: 16_000 });

  expect(faded.fadeOutMs).toBe(4000);
  expect(moveHandle(sheet, faded, { handle: "fadeIn", toMs: 19_000 }).fadeInMs).toBe(6000);
  expect(limitsOf(sheet, faded, "cueIn").highestMs).toBe(16_000);
});

test("a handle that is reset returns to its measured place", () => {
  expect(resetHandle({ ...noCues, cueInMs: 5000, gainDb: 2 }, "cueIn")).toEqual({
    ...noCues,
    gainDb: 2,
  });
});

test("times are formatted and parsed to the hundredth", () => {
  expect(placeText(187_254)).toBe("3:07.25");
  expect(placeText(59_999)).toBe("1:00.00");
  expect(parsePlace("3:07.25")).toBe(187_250);
  expect(parsePlace(" 187,25 ")).toBe(187_250);
  expect(parsePlace("3:7:1")).toBeUndefined();
  expect(parsePlace("-1")).toBeUndefined();
});
