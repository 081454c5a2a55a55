import { expect, test } from "vitest";
import { alikeWords, beginnings, searchWordsOf, wholeWords } from "./search-rules.ts";
import { foldText } from "./track-rules.ts";

test.each([
  ["AC/DC  Thunder-Struck!", ["ac", "dc", "thunder", "struck"]],
  ["Don't don’t", ["dont"]],
  ["Café (Remix)", ["cafe", "remix"]],
  ["%_ ()", []],
  ["東京", ["東京"]],
  ["1 2 3 4 5 6 7 8 9 10", ["1", "2", "3", "4", "5", "6", "7", "8"]],
])("the words of %j are %j", (text, words) => {
  expect(searchWordsOf(foldText(text))).toEqual(words);
});

test("a word can't end its quotes", () => {
  expect(wholeWords(["a'b", String.raw`c\d`])).toBe(String.raw`'a''b' & 'c\\d'`);
  expect(beginnings(["a", "b"])).toBe("'a':* & 'b':*");
  expect(alikeWords(["a", "b"], new Map([["a", ["x'"]]]))).toBe("('a':* | 'x''') & ('b':*)");
});
