import { expect, test } from "vitest";
import { tagLimitMs, wordTagLimit } from "./tag-limit-rules.ts";

test("a song may take a minute, and the largest file two minutes more", () => {
  expect(Math.round(tagLimitMs(5 * 1024 ** 2) / 1000)).toBe(61);
  expect(tagLimitMs(960 * 1024 ** 2)).toBe(180_000);
});

test("the reason has the limit in whole seconds", () => {
  expect(wordTagLimit(20_600)).toMatch(/longer than 21 s/);
});
