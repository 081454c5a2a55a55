import { MAX_ARTISTS } from "@neonrelay/contract";
import { MAX_NAMES } from "@neonrelay/on-air/media-jobs";
import { expect, test } from "vitest";
import { artistColumns, joinNames, namesOf, splitNames, tidyNames } from "./artist-rules.ts";

test("a text that someone wrote is separated at '; ', each name once", () => {
  expect(splitNames(" Ada;  Ben; Ada; ")).toEqual(["Ada", "Ben"]);
  expect(splitNames("AC/DC;Ben")).toEqual(["AC/DC;Ben"]);
  expect(splitNames("")).toEqual([]);
});

test("a name with '; ' in it stays one as long as the text is the same", () => {
  expect(namesOf("Earth; Wind", ["Earth; Wind"])).toEqual(["Earth; Wind"]);
  expect(namesOf("Earth; Wind & Fire", ["Earth; Wind"])).toEqual(["Earth", "Wind & Fire"]);
  expect(namesOf("Ada; Ben", undefined)).toEqual(["Ada", "Ben"]);
  expect(namesOf(null, [])).toEqual([]);
});

test("of very many names, and very long ones, those are kept that fit into what is shown", () => {
  const many = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const long = ["a".repeat(490), "b".repeat(20), "c"];

  expect(tidyNames(many)).toEqual(many.slice(0, MAX_ARTISTS));
  expect(joinNames(tidyNames(long))).toBe(`${long[0]}; c`);
  expect(tidyNames(["Ada", "", "Ada"])).toEqual(["Ada"]);
  expect(MAX_NAMES).toBe(MAX_ARTISTS);
});

test("artists are compared without case and accents, each by itself", () => {
  expect(artistColumns(["Björk", "ADA"])).toEqual({
    artist: "Björk; ADA",
    artists: ["Björk", "ADA"],
    artistKeys: ["bjork", "ada"],
  });
  expect(artistColumns([]).artist).toBe("");
});
