import { expect, test } from "vitest";
import { shownServer } from "./irc-status-data.ts";

test("an IRC server's default port is hidden, any other is shown", () => {
  expect(
    ["irc.example.org:6697", "irc.example.org:6667", "irc.example.org"].map(shownServer),
  ).toEqual(["irc.example.org", "irc.example.org:6667", "irc.example.org"]);
});
