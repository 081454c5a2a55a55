import type { ChatMessage } from "@neonrelay/contract/callers";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OlderLinesRow, withOlder } from "./older-lines.tsx";
import { testChatMessage } from "./test-chat-message.ts";

test.each([
  ["none", ""],
  ["more", "Older messages"],
  ["loading", "Loading older messages"],
  ["failed", "Older messages could not be loaded Retry"],
  ["all", "This is where the chat begins"],
  ["too-many", "Older messages are not shown here"],
] as const)("above the first message, with status '%s', the row says '%s'", (status, words) => {
  const row = renderToStaticMarkup(createElement(OlderLinesRow, { status, onLoad: () => {} }));

  expect(
    row
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  ).toBe(words);
});

const lines = (...ids: readonly string[]): readonly ChatMessage[] =>
  ids.map((id) => testChatMessage(id));

const shown = (older: readonly ChatMessage[], newest: readonly ChatMessage[]) =>
  withOlder(older, newest)
    .map(({ id }) => id)
    .join("");

test("older messages stay before the newest, each once, while new ones arrive", () => {
  const older = lines("a", "b", "c", "d");

  expect(shown(older, lines("c", "d"))).toBe("abcd");
  expect(shown(older, lines("d", "e"))).toBe("abcde");
});

test("removing a message loses nothing older", () => {
  expect(shown(lines("a", "b", "c", "d"), lines("b", "d"))).toBe("abd");
});

test("older messages are dropped when there is a gap to the newest, and when the chat is cleared", () => {
  expect(shown(lines("a", "b"), lines("x", "y"))).toBe("xy");
  expect(shown(lines("a", "b"), [])).toBe("");
});
