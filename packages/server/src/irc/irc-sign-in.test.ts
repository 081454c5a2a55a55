import { expect, test } from "vitest";
import { isFromThisMachine } from "./irc-sign-in.ts";

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.8.9.10", "127.0.0.1"],
  ["::1", "::1"],
  ["::ffff:127.0.0.1", "::ffff:127.0.0.1"],
  // A machine that connects to its own network card does so from that card's address.
  ["192.0.2.7", "192.0.2.7"],
])("a connection from %s to %s never leaves the machine", (address, localAddress) => {
  expect(isFromThisMachine({ address, localAddress })).toBe(true);
});

test.each([
  ["192.0.2.8", "192.0.2.7"],
  ["203.0.113.9", "127.0.0.1"],
  ["2001:db8::1", "2001:db8::2"],
])("a connection from %s to %s may be read on its way", (address, localAddress) => {
  expect(isFromThisMachine({ address, localAddress })).toBe(false);
});
