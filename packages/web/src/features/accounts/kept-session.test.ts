import { expect, test } from "vitest";
import { whyNotKept } from "./kept-session.ts";

const browser = { isSecure: true, keepsCookies: true, host: "radio.example:8443" };

test.each([
  [{ keepsCookies: false }, "keeps no cookies for radio.example:8443"],
  [{ isSecure: false }, "open https://radio.example:8443 and sign in there"],
  [{ isSecure: false, keepsCookies: false }, "keeps no cookies"],
  [{}, "did not keep the sign-in: allow cookies"],
])("a browser of %j gets advice", (given, words) => {
  expect(whyNotKept({ ...browser, ...given })).toContain(words);
});
