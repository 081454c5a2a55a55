import { expect, test } from "vitest";
import { addressGroup, cloakAddress, plainAddress } from "./cloak.ts";

test("[N32] an address is shown as its hash, followed by its network's", () => {
  const first = cloakAddress("192.0.2.1", "secret");
  const neighbour = cloakAddress("192.0.2.99", "secret");

  expect(first).toMatch(/^[0-9a-f]{10}\.[0-9a-f]{10}\.cloaked$/);
  expect(cloakAddress("192.0.2.1", "secret")).toBe(first);
  expect(cloakAddress("192.0.2.1", "other")).not.toBe(first);
  expect(neighbour).not.toBe(first);
  expect(neighbour.split(".")[1]).toBe(first.split(".")[1]);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:1::5", "2001:db8:0:1"],
  ["2001:0DB8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("[N30] connections from %s count as those from %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test("[N30] an IPv4 address on an IPv6 socket counts as IPv4", () => {
  expect(plainAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(plainAddress("2001:db8::1")).toBe("2001:db8::1");
});
