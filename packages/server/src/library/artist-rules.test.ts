import { MAX_ARTISTS } from "@neonrelay/contract";
import { MAX_NAMES } from "@neonrelay/on-air/media-jobs";
import { expect, test } from "vitest";
import { artistColumns, joinNames, namesOf, splitNames, tidyNames } from "./artist-rules.ts";

test("a typed text splits at '; ', each name once", () => {
  expect(splitNames(" Ada;  Ben; Ada; ")).toEqual(["Ada", "Ben"]);
  expect(splitNames("AC/DC;Ben")).toEqual(["AC/DC;Ben"]);
  expect(splitNames("")).toEqual([]);
});

test("a name that contains '; ' stays whole while the text is unchanged", () => {
  expect(namesOf("Earth; Wind", ["Earth; Wind"])).toEqual(["Earth; Wind"]);
  expect(namesOf("Earth; Wind & Fire", ["Earth; Wind"])).toEqual(["Earth", "Wind & Fire"]);
  expect(namesOf("Ada; Ben", undefined)).toEqual(["Ada", "Ben"]);
  expect(namesOf(null, [])).toEqual([]);
});

test("very many or very long names are cut to what fits on the screen", () => {
  const many = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const long = ["a".repeat(490), "b".repeat(20), "c"];

  expect(tidyNames(many)).toEqual(many.slice(0, MAX_ARTISTS));
  expect(joinNames(tidyNames(long))).toBe(`${long[0]}; c`);
  expect(tidyNames(["Ada", "", "Ada"])).toEqual(["Ada"]);
  expect(MAX_NAMES).toBe(MAX_ARTISTS);
});

test("artists are compared one by one, ignoring case and accents", () => {
  expect(artistColumns(["Björk", "ADA"])).toEqual({
    artist: "Björk; ADA",
    artists: ["Björk", "ADA"],
    artistKeys: ["bjork", "ada"],
  });
  expect(artistColumns([]).artist).toBe("");
});
