import { expect, test } from "vitest";
import { longestSilenceMs, usualLevelDb } from "./page-sound.ts";

const moments = [-20, -90, -90, -30, -20, -90].map((levelDb, index) => ({
  atMs: index * 100,
  levelDb,
  clockSeconds: 0,
}));

test("the longest silence lasts from its first moment to its last", () => {
  expect(longestSilenceMs(moments)).toBe(100);
  expect(longestSilenceMs([])).toBe(0);
});

test("a silence does not grow while the page gets no CPU", () => {
  const late = [0, 25, 2025, 2050].map((atMs) => ({ atMs, levelDb: -90, clockSeconds: 0 }));

  expect(longestSilenceMs(late)).toBe(25 + 100 + 25);
});

test("the usual level is that of the sound alone", () => {
  expect(usualLevelDb(moments)).toBe(-20);
});
