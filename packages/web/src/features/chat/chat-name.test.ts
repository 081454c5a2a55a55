import { expect, test } from "vitest";
import { isChatName, stripChatName } from "./chat-name.ts";
import {
  CHAT_NAME_RULE,
  CHAT_NAME_TOO_SHORT,
  chatNameLike,
  chatNameProblem,
} from "./chat-name-problem.ts";

test.each([
  ["太郎", "太郎"],
  ["  night owl! ", "nightowl"],
  ["_a-[b]\\`|{c}9", "_a-[b]\\`|{c}9"],
  ["łódź<b>\u3000", "łódźb"],
  ["a".repeat(25), "a".repeat(20)],
])("%j becomes the name %j", (typed, name) => {
  expect(stripChatName(typed)).toBe(name);
});

test("a name has at least two characters", () => {
  expect(["", "a", "ab", "a b", "Zoë", "a".repeat(21)].map(isChatName)).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
});

test("a name in other letters is refused while typing, a short one when sent", () => {
  const both = (name: string) => [false, true].map((isSent) => chatNameProblem(name, { isSent }));

  expect(both("Игорь")).toEqual([CHAT_NAME_RULE, CHAT_NAME_RULE]);
  expect(both("a")).toEqual([undefined, CHAT_NAME_TOO_SHORT]);
  expect(both("Zoe")).toEqual([undefined, undefined]);
});

test.each([
  ["Игорь", "Igor"],
  ["Щукина_7", "Shchukina_7"],
  ["Zoë", "Zoe"],
  ["Łódź", "Lodz"],
  ["Søren", "Soren"],
  ["Γιώργος", "Giorgos"],
  ["ｏｗｌ", "owl"],
  ["太郎Taro", "Taro"],
  ["owl🦉", "owl"],
  ["太郎", undefined],
  ["ß".repeat(20), "s".repeat(20)],
])("for %j the name %j is suggested", (typed, name) => {
  expect(chatNameLike(typed)).toBe(name);
});
