import { expect, test } from "vitest";
import { hostnameOf, isKnownHost, isOwnOrigin, whyForeign } from "./origin-rules.ts";

const known = { names: ["radio.example.org"], publicOrigin: "https://neon.example.org" };

test.each([
  ["localhost:5000", true],
  ["app.localhost", true],
  ["192.0.2.1:5000", true],
  ["[2001:db8::1]:5000", true],
  ["Radio.example.org:5000", true],
  ["neon.example.org", true],
  ["localhost.example.org", false],
  ["1.2.3.4.example.org", false],
  ["sub.radio.example.org", false],
  ["", false],
  [undefined, false],
])("the host %s is this station: %s", (host, isKnown) => {
  expect(isKnownHost(host, known)).toBe(isKnown);
});

test("without a public address only the given names are known", () => {
  expect(isKnownHost("neon.example.org", { ...known, publicOrigin: null })).toBe(false);
});

test.each([
  ["our own page", "http://a:1", true, true],
  ["the public page", "https://neon.example.org", true, true],
  ["another page", "http://a:2", false, false],
  ["a page that hides", "null", true, false],
  ["a program", undefined, false, true],
  ["a browser without an origin", undefined, true, false],
])("%s (%s, with a cookie: %s) may make changes: %s", (_who, origin, hasCookie, isOwn) => {
  const { publicOrigin } = known;
  expect(isOwnOrigin({ origin, ownOrigin: "http://a:1", publicOrigin, hasCookie })).toBe(isOwn);
});

test("the refusal names X-Forwarded-Proto if a proxy hides the scheme, and Host if it hides the name", () => {
  const ownOrigin = "http://a.example";

  expect(whyForeign({ origin: "https://a.example", ownOrigin })).toBe(
    ": the page is at https://a.example, the request came to http://a.example. If a proxy stands between them, set PUBLIC_URL to the address of the page, or let the proxy send X-Forwarded-Proto, from an address listed in TRUST_PROXY",
  );
  expect(whyForeign({ origin: "https://b.example", ownOrigin })).toMatch(
    /let the proxy pass on the Host header \(nginx: proxy_set_header Host \$http_host\)$/,
  );
  expect(whyForeign({ origin: "null", ownOrigin })).toBe("");
});

test.each([
  ["A.example:80", "a.example"],
  ["[::1]:5000", "[::1]"],
  ["a.example:99999", null],
  ["a.example/path", null],
  ["a.example; script-src *", null],
])("the name in the Host header %s is %s", (host, name) => {
  expect(hostnameOf(host)).toBe(name);
});
