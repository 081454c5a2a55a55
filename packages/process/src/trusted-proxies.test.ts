import { expect, test } from "vitest";
import { trustedProxies } from "./trusted-proxies.ts";

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
