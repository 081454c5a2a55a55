import { expect, test } from "vitest";
import { mentions } from "./announcement-rules.ts";

test.each([
  ["Owl: look", "owl", true],
  ["hey, OWL!", "owl", true],
  ["owls fly", "owl", false],
  ["night[owl] too", "night[owl]", true],
  ["anything", undefined, false],
])("whether %j names %j is %j", (text, nick, isNamed) => {
  expect(mentions(text, nick)).toBe(isNamed);
});
