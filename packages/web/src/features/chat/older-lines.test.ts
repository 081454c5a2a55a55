import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OlderLinesRow } from "./older-lines.tsx";

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
