import { expect, test } from "vitest";
import { isValidChannel, isValidNick } from "./names.ts";

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
