import { expect, test } from "vitest";
import { baseUrlOf, siteUrlOf } from "./public-urls.ts";

const request = {
  publicStreamUrl: null,
  isSecure: false,
  host: undefined,
  localAddress: "192.0.2.1",
  localPort: 8000,
};

test.each([
  ["the configured address", { publicStreamUrl: "https://radio.test/" }, "https://radio.test"],
  ["the requested Host", { host: "radio.test:8000" }, "http://radio.test:8000"],
  [
    "https if the request used it",
    { isSecure: true, host: "radio.test:8000" },
    "https://radio.test:8000",
  ],
  ["our address without a Host", {}, "http://192.0.2.1:8000"],
  [
    "our address for a Host with an invalid port",
    { host: "radio.test:99999" },
    "http://192.0.2.1:8000",
  ],
  ["our address for an invalid Host", { host: "a b" }, "http://192.0.2.1:8000"],
  ["an IPv6 address", { localAddress: "2001:db8::1" }, "http://[2001:db8::1]:8000"],
  [
    "a link-local address without its zone",
    { localAddress: "fe80::1%eth0" },
    "http://[fe80::1]:8000",
  ],
  [
    "localhost once the connection has gone",
    { localAddress: undefined, localPort: undefined },
    "http://localhost:80",
  ],
])("players are given %s", (_what, situation, expected) => {
  const url = baseUrlOf({ ...request, ...situation });

  expect(url).toBe(expected);
  expect(URL.canParse(url)).toBe(true);
});

const site = { publicUrl: null, isSecure: false, host: "0.0.0.0", port: 5000 };

test.each([
  ["the configured address", { publicUrl: "https://radio.test/" }, "https://radio.test/"],
  ["the web port on the requested host", {}, "http://10.0.0.7:5000/"],
  ["on https with a certificate", { isSecure: true }, "https://10.0.0.7:5000/"],
  ["unknown while the port is any free one", { port: null }, null],
  ["unknown if the web app listens only on its own machine", { host: "127.0.0.1" }, null],
])("the site of a stream server is %s", (_name, change, url) => {
  expect(siteUrlOf({ ...site, ...change }, "http://10.0.0.7:8000")).toBe(url);
});

test("a local visitor reaches a web app that listens only on that machine", () => {
  expect([
    siteUrlOf({ ...site, host: "127.0.0.1" }, "http://localhost:8000"),
    siteUrlOf({ ...site, host: "::1" }, "http://[::1]:8000"),
  ]).toEqual(["http://localhost:5000/", "http://[::1]:5000/"]);
});
