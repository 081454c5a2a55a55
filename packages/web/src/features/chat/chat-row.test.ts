import type { ChatMessage } from "@neonrelay/contract/callers";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AsideRow, MessageRow } from "./chat-row.tsx";

const message: ChatMessage = {
  id: "11111111-1111-4111-8111-111111111111",
  username: "owl",
  message: "hello <i>there</i>",
  timestamp: "2026-01-31T21:04:00.000Z",
  isBot: false,
  origin: "web",
  kind: "message",
  notDelivered: null,
  runs: null,
};

/** The text of that message's row. */
function textOf(change: Partial<ChatMessage>): string {
  const row = createElement(MessageRow, {
    message: { ...message, ...change },
    ownName: "owl",
    ownNick: undefined,
    menu: null,
  });
  return renderToStaticMarkup(row)
    .replaceAll(/<[^>]*>/g, "")
    .replace(/^\d\d:\d\d, /, "");
}

test("a message that did not reach IRC shows the reason, others show nothing", () => {
  expect([textOf({ notDelivered: "The server is full" }), textOf({})]).toEqual([
    "owlWEB on the web,  hello &lt;i&gt;there&lt;/i&gt;not delivered to IRC: The server is full",
    "owlWEB on the web,  hello &lt;i&gt;there&lt;/i&gt;",
  ]);
});

test("a message queued for IRC says so", () => {
  expect(textOf({ isWaiting: true })).toMatch(/waiting for its turn on IRC$/);
});

test("a message shows whether it came from IRC, the web or the bot", () => {
  expect(textOf({ origin: "irc" })).toMatch(/^owlIRC on IRC, /);
  expect(textOf({ origin: "web" })).toMatch(/^owlWEB on the web, /);
  expect(textOf({ origin: "station", isBot: true })).toMatch(/^owlBOT, /);
});

test("a message with an invalid time is shown without one", () => {
  expect(textOf({ timestamp: "yesterday" })).toMatch(/^--:--, owl/);
});

test("consecutive 'Now on air' lines fold into one", () => {
  const lines = ["Neon", "Tide"].map((title) => ({
    kind: "on-air" as const,
    id: title,
    message: { ...message, origin: "station" as const, message: `Now on air: “${title}” by Relay` },
  }));

  const menuOf = () => createElement("button", undefined, "Moderate");

  const folded = renderToStaticMarkup(createElement(AsideRow, { lines, menuOf }));
  const alone = renderToStaticMarkup(createElement(AsideRow, { lines: lines.slice(0, 1), menuOf }));

  expect(folded).toMatch(/^<details[^>]*><summary.*2 tracks<\/summary>.*“Neon”.*“Tide”/);
  expect(alone).not.toContain("<details");
  // A moderator can remove one of them like any other line.
  expect(folded).toMatch(/“Neon”.*Moderate.*“Tide”.*Moderate/);
  expect(alone).toMatch(/“Neon”.*Moderate/);
});
