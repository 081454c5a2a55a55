import { expect, test } from "vitest";
import { shownServer } from "./irc-status-data.ts";

test("the usual port of an IRC server is not shown, another one is", () => {
  expect(
    ["irc.example.org:6697", "irc.example.org:6667", "irc.example.org"].map(shownServer),
  ).toEqual(["irc.example.org", "irc.example.org:6667", "irc.example.org"]);
});
