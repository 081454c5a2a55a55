import { expect, test } from "vitest";
import { completeMask, isValidChannel, isValidNick, matchesMask } from "./names.ts";

test.each([
  ["bob", true],
  ["[b]_-9", true],
  ["9bob", false],
  ["-bob", false],
  ["bob!", false],
  ["bób", false],
  ["", false],
  ["abcdefghij", false],
])("[I19] %j as a nick of at most nine characters is valid: %s", (nick, isValid) => {
  expect(isValidNick(nick, 9)).toBe(isValid);
});

test.each([
  ["#radio", true],
  ["&é", true],
  ["#", false],
  ["radio", false],
  ["#a b", false],
  ["#a,b", false],
  ["#a\u0007", false],
  ["#ééééé", false],
])("[I19] %j as a channel of at most ten bytes is valid: %s", (name, isValid) => {
  expect(isValidChannel(name, { chanTypes: "#&", channelLen: 10 })).toBe(isValid);
});

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
