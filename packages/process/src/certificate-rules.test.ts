// @module-tag openssl
import { expect, test } from "vitest";
import { certificateFacts, certificateProblem } from "./certificate-rules.ts";
import { createTestCertificate } from "./test-certificate.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const pair = await createTestCertificate();
const other = await createTestCertificate();
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

test("a certificate with its own key can be used today", () => {
  expect(certificateProblem(pair, new Date())).toBeNull();
});

test.each([
  ["no certificate", { cert: pair.key }, /TLS_CERT holds no certificate in PEM: name/],
  ["no key", { key: pair.cert }, /TLS_KEY holds no private key in PEM.*name/],
  ["half a key", { key: pair.key.slice(0, 100) }, /TLS_KEY holds no private key/],
  ["another key", { key: other.key }, /TLS_KEY is not the key of TLS_CERT: name/],
  ["half a chain", { cert: pair.cert + pair.cert.slice(0, 100) }, /can't use: issue it again/],
])("a pair with %s is refused, with what to do", (_what, change, words) => {
  expect(certificateProblem({ ...pair, ...change }, new Date())).toMatch(words);
});

test("an expired or not yet valid certificate is refused with the date", () => {
  expect(certificateProblem(pair, inDays(3))).toMatch(/expired on \d{4}-\d\d-\d\d: renew it/);
  expect(certificateProblem(pair, inDays(-1))).toMatch(/valid from .* check the clock/);
});

test("certificate facts are its names and its validity", () => {
  const { names, validFrom, validUntil } = certificateFacts(pair.cert);

  expect(names).toEqual(["localhost"]);
  expect(validUntil.getTime() - validFrom.getTime()).toBe(2 * DAY_MS);
  expect(validUntil.getTime()).toBeGreaterThan(Date.now());
});
