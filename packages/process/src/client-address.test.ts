import { expect, test } from "vitest";
import { isLoopbackAddress, networkOf, trustedProxies } from "./client-address.ts";

const proxies = trustedProxies(["127.0.0.1", "10.0.0.0/8", "::1"]);

test.each([
  ["nothing passed on", "127.0.0.1", undefined, "127.0.0.1"],
  ["what a stranger claims", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
  ["the address passed on", "127.0.0.1", "192.0.2.7", "192.0.2.7"],
  ["the last hop that no proxy wrote", "::1", "198.51.100.1, 192.0.2.7, 10.1.2.3", "192.0.2.7"],
  ["an address with a port", "10.0.0.1", "[2001:db8::7]:51324", "2001:db8::7"],
  ["no address at all", "10.0.0.1", "unknown", "10.0.0.1"],
  ["proxies only", "10.0.0.1", "10.0.0.2", "10.0.0.1"],
])("%s", (_what, address, forwardedFor, client) => {
  expect(proxies.clientOf({ address, forwardedFor })).toBe(client);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])(
  "traffic from %s never leaves the machine",
  (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  },
);

test.each(["192.0.2.7", "2001:db8::1", ""])("traffic from %o may be read in transit", (address) => {
  expect(isLoopbackAddress(address)).toBe(false);
});
