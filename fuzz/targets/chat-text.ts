import { parseFormatting, splitText, stripFormatting, truncateText } from "@neonrelay/irc/protocol";
import { namesTooMany, webLine } from "../../packages/server/src/chat/chat-rules.ts";
import { cleanText } from "../../packages/server/src/logs/clean-text.ts";
import {
  MAX_LINE_BYTES,
  nameTrack,
  parseCommand,
  toLine,
  toListLine,
} from "../../packages/server/src/irc/bot/line-rules.ts";
import { splitLinks } from "../../packages/web/src/features/chat/link-rules.ts";
import { expectOneLine, expectSame, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const MAX_MESSAGE = 500;

/** Chat messages: mIRC codes, addresses, bot commands, and the lines the bot makes of them. */
export const chatText: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 2 * 1024,
  seeds: [
    "\u000304,01red\u000f \u0002bold\u001d both\u0002 italic \u0004FF00aa,00ff00hex\u0003 end\u0016\u001f\u001e\u0011",
    "see https://example.org/a_(b)?q=1#x, and (http://example.com/).",
    ".request Kraftwerk - Autobahn",
    "/me waves at ann and bob",
    "e\u0301\u0301\u0301\u0301\u0301\u202e\u2066 \ud83c\udfb5 \u200b",
  ],
  words: [
    "\u0003",
    "\u000399,99",
    "\u0004",
    "\u0002",
    "\u000f",
    "\u0016",
    "\u001d",
    "\u001f",
    "\u001e",
    "\u0011",
    "http://",
    "https://",
    "user:pass@",
    "[::1]",
    "javascript:",
    ".",
    "/me ",
    ")",
    "(",
    "...",
    "\u202e",
    "\u0301",
  ],
  run: (input) => {
    const text = input.toString("utf8");
    checkFormatting(text);
    checkLinks(text.slice(0, MAX_MESSAGE));
    const command = parseCommand(text);
    if (command !== null) expectOneLine(`${command.name} ${command.argument}`, "a command");
    const line = toLine(text);
    expectOneLine(line, "a line of the bot");
    expectThat(Buffer.byteLength(line) <= MAX_LINE_BYTES, "a line of the bot is too long");
    expectOneLine(toLine(nameTrack({ title: text, artist: text })), "the name of a track");
    expectOneLine(toListLine(text, { items: text.split(",").slice(0, 20), total: 20 }), "a list");
    cleanText(webLine({ username: "ann", text }).message);
    namesTooMany(text.slice(0, MAX_MESSAGE), ["ann", "bob"]);
    expectThat(Buffer.byteLength(truncateText(text, 100)) <= 100, "a cut text is too long");
    const pieces = splitText({ text: text.slice(0, MAX_MESSAGE), prefix: "> ", maxBytes: 60 });
    expectSame(
      pieces.map((piece) => piece.slice(2)).join(""),
      text.slice(0, MAX_MESSAGE).toWellFormed(),
      "pieces don't join",
    );
  },
};

function checkFormatting(text: string): void {
  const runs = parseFormatting(text);
  const plain = stripFormatting(text);
  expectSame(runs.map((run) => run.text).join(""), plain, "runs are not the text without codes");
  expectThat(
    !/\p{Cc}/u.test(plain.replaceAll(/[\x80-\x9f]/g, "")),
    "a control character is left",
    plain,
  );
  expectThat(
    runs.every((run) => run.text !== ""),
    "a run is empty",
  );
  for (const { foreground, background } of runs)
    for (const colour of [foreground, background])
      if (colour?.kind === "palette")
        expectThat(colour.index >= 0 && colour.index < 99, "a colour is none", colour.index);
      else if (colour !== undefined)
        expectThat(/^[\da-f]{6}$/.test(colour.hex), "a colour is none", colour.hex);
}

function checkLinks(text: string): void {
  const parts = splitLinks(text);
  expectSame(parts.map((part) => part.text).join(""), text, "parts don't join");
  for (const part of parts)
    if (part.kind === "link")
      expectThat(/^https?:\/\/[^/@]/.test(part.url), "a link leads elsewhere", part.url);
}
