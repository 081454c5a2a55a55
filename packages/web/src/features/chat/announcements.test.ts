import { expect, test } from "vitest";
import { mentions } from "./announcements.ts";

test.each([
  ["Owl: look", "owl", true],
  ["hey, OWL!", "owl", true],
  ["owls fly", "owl", false],
  ["night[owl] too", "night[owl]", true],
  ["anything", undefined, false],
  ["_7seven: hi", "7seven", true],
  ["7seven: hi", "7seven", true],
])("whether %j names %j is %j", (text, name, isNamed) => {
  expect(mentions(text, [name, "_7seven"])).toBe(isNamed);
});
