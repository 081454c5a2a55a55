import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test.each([
  ["of one line", "a\r\n\tb\u2028c\u2029d", "a b c d"],
  ["without characters that no table holds", "a\0b\ud800c", "a b\ufffdc"],
  ["without escape sequences of a terminal", "a\x1b[2Jb\x9bc", "a [2Jb c"],
  ["without invisible direction marks", "a\u202eb\u2066c\u200fd\u061ce", "a b c d e"],
  ["composed", "Jo\u0308rg", "Jörg"],
  ["that is empty if nothing is visible", "\u3164\u2800 \u200b", ""],
  ["of 300 characters, none cut in half", "🎵".repeat(301), "🎵".repeat(300)],
])("[P88] a text from outside becomes one %s", (_what, raw, clean) => {
  expect(cleanText(raw)).toBe(clean);
});

test("[P88] only the beginning of an endless text is read", () => {
  expect(cleanText(`${" ".repeat(5000)}late`)).toBe("");
});
