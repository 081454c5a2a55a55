import type { SmartRule } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { ruleDraftOf, ruleOf } from "./rule-draft.ts";

const rule: SmartRule = {
  kinds: ["music", "speech"],
  genres: ["synthwave", "darkwave"],
  artists: ["Earth, Wind & Fire"],
  words: ["night"],
  yearFrom: 0,
  yearTo: 1999,
  shortestSeconds: 60,
  longestSeconds: 600,
  quietestLufs: -20.5,
  loudestLufs: -8,
  addedWithinDays: 30,
  notPlayedForDays: 7,
  favouritesAtLeast: 2,
};

test("a rule survives its form unchanged, complete or with kinds only", () => {
  expect(ruleOf(ruleDraftOf(rule))).toEqual(rule);
  expect(ruleOf(ruleDraftOf({ kinds: ["jingle"] }))).toEqual({ kinds: ["jingle"] });
});

test("empty lines and invalid numbers are left out, and kinds have a fixed order", () => {
  const typed = {
    ...ruleDraftOf({ kinds: ["speech", "music"] }),
    genres: " \n synthwave \n\n",
    artists: "  ",
    yearFrom: "-",
    yearTo: " 1999 ",
  };

  expect(ruleOf(typed)).toEqual({
    kinds: ["music", "speech"],
    genres: ["synthwave"],
    yearTo: 1999,
  });
});
