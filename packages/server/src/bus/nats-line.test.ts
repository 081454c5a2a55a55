import { errors } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { wordNatsTrouble } from "./nats-line.ts";

function withCode(code: string): Error {
  return Object.assign(new Error("whatever it says"), { code });
}

test.each([
  [new errors.AuthorizationError("Authorization Violation"), "user and password, or the token"],
  [new errors.PermissionViolationError("Permissions Violation", "publish", "x"), "neonrelay.*"],
  [new errors.TimeoutError(), "does not respond"],
  [new errors.ConnectionError("refused", { cause: withCode("ECONNREFUSED") }), "nothing listens"],
  [new errors.ConnectionError("server does not support 'tls'"), "no TLS"],
  [new Error("unexpected response from server"), "no nats-server"],
  [withCode("SELF_SIGNED_CERT_IN_CHAIN"), "NODE_EXTRA_CA_CERTS"],
  [withCode("ERR_TLS_CERT_ALTNAME_INVALID"), "not for the host"],
  [withCode("CERT_HAS_EXPIRED"), "expired"],
  [withCode("EHOSTUNREACH"), "EHOSTUNREACH"],
  [new Error("Slow Consumer"), "Slow Consumer"],
  [undefined, "its connection broke"],
])("%s from a nats-server is put into words", (error, words) => {
  expect(wordNatsTrouble(error)).toContain(words);
});
