import { expect, test } from "vitest";
import { mistakesAllowed, mistakesBetween, wordsMeantBy } from "./misspelling-rules.ts";

test.each([
  ["tide", "tide", 0],
  ["tyde", "tide", 1],
  ["tied", "tide", 1],
  ["tde", "tide", 1],
  ["tiide", "tide", 1],
  ["sintwave", "synthwave", 2],
  ["nihgt", "night", 1],
  ["", "ab", 2],
  ["ab", "", 2],
])("%j for %j has this number of mistakes: %i", (typed, meant, mistakes) => {
  expect(mistakesBetween(typed, meant)).toBe(mistakes);
});

test("a short word may have one mistake, a longer one two, a very short one or a number none", () => {
  expect(["tid", "1984", "tyde", "nihgt", "anolgo", "sintwave"].map(mistakesAllowed)).toEqual([
    0, 0, 1, 1, 2, 2,
  ]);
});

test("known words are sorted by their number of mistakes, and those with too many are left out", () => {
  const known = ["wide", "time", "tide", "anode", "tyre"];

  expect(wordsMeantBy("tyde", known)).toEqual(["tide", "tyre"]);
  expect(wordsMeantBy("anolgo", ["analogue", "analog", "anolog"])).toEqual(["anolog", "analog"]);
});
