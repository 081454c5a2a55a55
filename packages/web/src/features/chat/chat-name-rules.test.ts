import { expect, test } from "vitest";
import { isChatName, stripChatName } from "./chat-name-rules.ts";

test.each([
  ["  night owl! ", "nightowl"],
  ["_a-[b]\\`|{c}9", "_a-[b]\\`|{c}9"],
  ["łódź<b>", "db"],
  ["a".repeat(25), "a".repeat(20)],
])("%j becomes the name %j", (typed, name) => {
  expect(stripChatName(typed)).toBe(name);
});

test("a name has at least two characters", () => {
  expect(["", "a", "ab", "a b"].map(isChatName)).toEqual([false, false, true, false]);
});
