import { expect, test } from "vitest";
import { completeMask, matchesMask } from "./mask.ts";

test.each([
  ["*!*@*", "bob!b@host", true],
  ["BOB[!*@*", "bob{!b@host", true],
  ["b?b!*@*.example.org", "bob!b@a.b.example.org", true],
  ["b?b!*@*.example.org", "bb!b@a.example.org", false],
  ["*a*b", "xaxbxb", true],
  ["*a*b", "xaxbxc", false],
  ["", "a", false],
  ["", "", true],
  ["a?", "a🎵", true],
])("[I17] the mask %s and %s: %s", (mask, text, isCovered) => {
  expect(matchesMask(mask, text, "rfc1459")).toBe(isCovered);
});

test("[I17] even a hostile mask takes time proportional to its length times the text's", () => {
  // Retrying every star would take more steps than there are atoms.
  expect(matchesMask(`${"*a".repeat(250)}b`, "a".repeat(500), "ascii")).toBe(false);
});

test.each([
  ["bob", "bob!*@*"],
  ["bob!b", "bob!b@*"],
  ["b@host", "*!b@host"],
  ["*.host.org", "*!*@*.host.org"],
  ["a!b@c", "a!b@c"],
  ["", "*!*@*"],
  ["!@", "*!*@*"],
])("[I17] %j is completed to %s", (mask, whole) => {
  expect(completeMask(mask)).toBe(whole);
});
