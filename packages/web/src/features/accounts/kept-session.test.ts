import type { Session } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { requireKept, SessionNotKeptError, whyNotKept } from "./kept-session.ts";

const browser = { isSecure: true, keepsCookies: true, host: "radio.example:8443" };
const policy: Session["policy"] = {
  commentsEnabled: true,
  registrationEnabled: true,
  maintenanceMode: false,
  guestQueueActions: "full",
};

test.each([
  [{ keepsCookies: false }, "keeps no cookies for radio.example:8443"],
  [{ isSecure: false }, "open https://radio.example:8443 and sign in there"],
  [{ isSecure: false, keepsCookies: false }, "keeps no cookies"],
  [{}, "did not keep the sign-in: allow cookies"],
])("a browser of %j hears what to do", (given, words) => {
  expect(whyNotKept({ ...browser, ...given })).toContain(words);
});

test("a sign-in that leaves a guest has failed, with the reason", () => {
  const code: Session = { kind: "access-code", role: "admin", rights: [], policy };
  const look = () => ({ ...browser, keepsCookies: false });

  expect(requireKept(code, look)).toBe(code);
  expect(() => requireKept({ kind: "guest", rights: [], policy }, look)).toThrow(
    SessionNotKeptError,
  );
});
