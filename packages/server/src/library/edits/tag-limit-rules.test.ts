import { expect, test } from "vitest";
import { tagLimitMs, wordTagLimit } from "./tag-limit-rules.ts";

test("writing tags may take a minute for a song and two minutes more for the largest file", () => {
  expect(Math.round(tagLimitMs(5 * 1024 ** 2) / 1000)).toBe(61);
  expect(tagLimitMs(960 * 1024 ** 2)).toBe(180_000);
});

test("the reason names the limit in whole seconds", () => {
  expect(wordTagLimit(20_600)).toMatch(/longer than 21 s/);
});
