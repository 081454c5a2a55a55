import { expect, test } from "vitest";
import { baseUrlOf } from "./base-url.ts";

const request = {
  publicStreamUrl: null,
  isSecure: false,
  host: undefined,
  localAddress: "192.0.2.1",
  localPort: 8000,
};

test.each([
  ["the configured address", { publicStreamUrl: "https://radio.test/" }, "https://radio.test"],
  ["the Host that was asked for", { host: "radio.test:8000" }, "http://radio.test:8000"],
  [
    "https where they came with it",
    { isSecure: true, host: "radio.test:8000" },
    "https://radio.test:8000",
  ],
  ["without a Host, our address", {}, "http://192.0.2.1:8000"],
  ["a Host with a port that is none", { host: "radio.test:99999" }, "http://192.0.2.1:8000"],
  ["a Host that is no host", { host: "a b" }, "http://192.0.2.1:8000"],
  ["an IPv6 address", { localAddress: "2001:db8::1" }, "http://[2001:db8::1]:8000"],
  [
    "a link-local address without its zone",
    { localAddress: "fe80::1%eth0" },
    "http://[fe80::1]:8000",
  ],
  [
    "a connection that has gone",
    { localAddress: undefined, localPort: undefined },
    "http://localhost:80",
  ],
])("players are given %s", (_what, situation, expected) => {
  const url = baseUrlOf({ ...request, ...situation });

  expect(url).toBe(expected);
  expect(URL.canParse(url)).toBe(true);
});
