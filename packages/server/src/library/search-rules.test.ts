import { expect, test } from "vitest";
import {
  alikeWords,
  beginnings,
  likenessOf,
  mostAlikeWords,
  otherWords,
  readSearch,
  searchWordsOf,
  wholeWords,
} from "./search-rules.ts";
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

test.each([
  ["", { kind: "nothing" }],
  ["!!!", { kind: "signs", signs: "!!!" }],
  ["+/- ?", { kind: "signs", signs: "+/- ?" }],
  ["'", { kind: "signs", signs: "'" }],
  ["tom & jerry!", { kind: "words", words: ["tom", "jerry"] }],
])("a search for %j looks for %j", (folded, search) => {
  expect(readSearch(folded)).toEqual(search);
});

test.each([
  ["wave", "spelled"],
  ["東京都", "spelled"],
  ["ab", "none"],
  ["1984", "none"],
  ["東京", "holding"],
  ["ねこ", "holding"],
  ["東a", "none"],
])("known words count as similar to %j by %s", (word, likeness) => {
  expect(likenessOf(word)).toBe(likeness);
});

test("only the most similar word of each is kept", () => {
  const alike = new Map([["a", ["b", "c"]]]);
  expect(mostAlikeWords(["a", "z"], alike)).toBe("('a' | 'b') & ('z':*)");
});

test("the words besides the last are whole, with those similar to them", () => {
  const alike = new Map([["a", ["x'"]]]);
  expect(otherWords(["a", "b", "z"], alike)).toBe("('a' | 'x''') & ('b')");
  expect(otherWords(["a"], alike)).toBeNull();
});

test("a word can't break out of its quotes", () => {
  expect(wholeWords(["a'b", String.raw`c\d`])).toBe(String.raw`'a''b' & 'c\\d'`);
  expect(beginnings(["a", "b"])).toBe("'a' & 'b':*");
  expect(alikeWords(["a", "b"], new Map([["a", ["x'"]]]))).toBe("('a' | 'x''') & ('b':*)");
});
