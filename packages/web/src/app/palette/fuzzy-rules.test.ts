import { expect, test } from "vitest";
import { fuzzyMatch } from "./fuzzy-rules.ts";

const marked = (typed: string, text: string): string | undefined => {
  const places = new Set(fuzzyMatch(typed, text)?.places);
  if (fuzzyMatch(typed, text) === undefined) return undefined;
  return Array.from(text, (letter, at) => (places.has(at) ? letter.toUpperCase() : letter)).join(
    "",
  );
};

test.each([
  ["", "fade in", "fade in"],
  ["fad", "fade in", "FADe in"],
  ["IN", "fade in", "fade IN"],
  ["in fade", "fade in", "FADE IN"],
  ["adio", "radio", "rADIO"],
  ["fsc", "full screen", "Full SCreen"],
  ["crs", "crossfade", "CRoSsfade"],
  ["ull", "pull, full", "pULL, full"],
])("%j is found in %j as %j", (typed, text, result) => {
  expect(marked(typed, text)).toBe(result);
});

test.each([
  ["x", "fade in"],
  ["fade out", "fade in"],
  ["de", "d.j. studio and everything else that is long"],
  ["dfa", "fade in"],
])("%j is not in %j", (typed, text) => {
  expect(fuzzyMatch(typed, text)).toBeUndefined();
});

test("the start of a word ranks first, then its inside, then scattered letters; and shorter text first", () => {
  const score = (typed: string, text: string) => fuzzyMatch(typed, text)?.score ?? -Infinity;

  const scores = [
    score("play", "play"),
    score("play", "play the station"),
    score("lay", "play the station"),
    score("pts", "play the station"),
  ];

  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(4);
});
