import { expect, test } from "vitest";
import { findProxyProblems, type ProxySetUp } from "./proxy-rules.ts";

const behindProxy: ProxySetUp = {
  publicUrl: "https://radio.example",
  publicStreamUrl: null,
  trustProxy: ["127.0.0.1"],
  isSecure: false,
  ignoredProxy: null,
};

test("a proxy needs only PUBLIC_URL and TRUST_PROXY; no proxy, or a certificate, needs neither", () => {
  const none = { ...behindProxy, publicUrl: null, trustProxy: [] };
  const secure = { ...behindProxy, trustProxy: [], isSecure: true };

  expect([behindProxy, none, secure].map(findProxyProblems)).toEqual([[], [], []]);
});

test.each([
  [{ publicStreamUrl: "http://radio.example:8000" }, /Remove PUBLIC_STREAM_URL/],
  [{ trustProxy: [] }, /Set TRUST_PROXY to the proxy's address/],
  [{ trustProxy: [], ignoredProxy: "10.0.0.2" }, /A proxy at 10\.0\.0\.2 .* Add its address/],
])("an inconsistent set-up says what to set: %j", (change, sentence) => {
  const problems = findProxyProblems({ ...behindProxy, ...change });

  expect(problems).toEqual([expect.stringMatching(sentence)]);
});
