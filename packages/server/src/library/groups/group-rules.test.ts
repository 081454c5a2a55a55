import { expect, test } from "vitest";
import { keysByFacet, letterOf, nextBatch, restAfter, sortNameOf } from "./group-rules.ts";

test.each([
  ["Neon Coast", "N"],
  ["Ágætis byrjun", "A"],
  ["!!!", "#"],
  ["2Pac", "#"],
  ["Кино", "…"],
  ["新東京", "…"],
  ["", "#"],
])("%j is listed under %j", (name, letter) => {
  expect(letterOf(sortNameOf(name))).toBe(letter);
});

test("groups under one letter are adjacent when sorted by name", () => {
  const names = ["zz top", "9", "Кино", "abba", "!!!", "Älva", "Ёлка"];

  const letters = names.map(sortNameOf).sort().map(letterOf);

  expect(letters).toEqual(["#", "#", "A", "A", "Z", "…", "…"]);
});

test("changed groups are counted facet by facet", () => {
  const changed = [
    { facet: "genre", key: "rock" },
    { facet: "year", key: "1987" },
    { facet: "genre", key: "pop" },
  ] as const;

  expect([...keysByFacet(changed)]).toEqual([
    ["genre", ["rock", "pop"]],
    ["year", ["1987"]],
  ]);
});

test("the longer a counting round takes, the longer the pause after it, up to a minute", () => {
  expect([1, 100, 60_000].map(restAfter)).toEqual([200, 1000, 60_000]);
});

test("counting rounds grow as long as they stay short", () => {
  expect([
    nextBatch(500, 10),
    nextBatch(500, 100),
    nextBatch(4000, 10),
    nextBatch(1000, 900),
    nextBatch(250, 900),
  ]).toEqual([1000, 500, 4000, 500, 250]);
});
