import { expect, test } from "vitest";
import { looksLikeNetsplit } from "./batches.ts";

test.each([
  ["irc.example.org services.example.org", true],
  ["*.net *.split", true],
  ["Quit: see you at 10.30", false],
  ["bye", false],
])("[C17] the quit %j is a netsplit: %s", (reason, isNetsplit) => {
  expect(looksLikeNetsplit(reason)).toBe(isNetsplit);
});
