import { expect, test } from "vitest";
import { splitLinks } from "./link-rules.ts";

const link = (text: string, url = text) => ({ kind: "link", text, url });
const text = (words: string) => ({ kind: "text", text: words });

test.each([
  ["no address", [text("no address")]],
  [
    "see https://example.org/a?b=1, then go",
    [text("see "), link("https://example.org/a?b=1"), text(", then go")],
  ],
  ["(http://example.org/x)", [text("("), link("http://example.org/x"), text(")")]],
  ["https://example.org/a_(b)!", [link("https://example.org/a_(b)"), text("!")]],
  ["javascript:alert(1)", [text("javascript:alert(1)")]],
  ["data:text/html,hi", [text("data:text/html,hi")]],
  ["https://bank.example@evil.example/", [text("https://bank.example@evil.example/")]],
  ["https://", [text("https://")]],
  ["", []],
])("%j has its links and nothing else", (said, parts) => {
  expect(splitLinks(said)).toEqual(parts);
});
