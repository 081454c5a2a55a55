import { expect, test } from "vitest";
import { siteUrlOf } from "./site-url.ts";

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
