import type { Role, Session } from "@neonrelay/contract/callers";
import { testPolicy } from "@neonrelay/contract/test-settings";
import { expect, test } from "vitest";
import { ApiCallError } from "../../api/call-api.ts";
import { SessionNotKeptError } from "./kept-session.ts";
import { pathAfterSignIn, signInRefusal } from "./sign-in-data.ts";

const answer = (status: number, text: string) => new ApiCallError({ status, statusText: "", text });

test.each([
  [new TypeError("Failed to fetch"), "Login Error", "Unable to connect to server"],
  [answer(401, '{"error":"Sign in","code":"x"}'), "Login Failed", "Invalid username or password"],
  [
    answer(429, '{"error":"Wait a minute","code":"too_many_requests"}'),
    "Login Failed",
    "Wait a minute",
  ],
  [new SessionNotKeptError("Allow cookies"), "Login Failed", "Allow cookies"],
  [answer(502, "<html>"), "Login Failed", "The station could not sign you in"],
])("a sign-in that fails with %s shows %s / %s", (error, title, text) => {
  expect(signInRefusal(error)).toEqual({ title, text });
});

test("[W122] a DJ who signs in on the dashboard comes to My Shows; everyone else, and on every other page, stays", () => {
  const signedIn = (role: Role): Session => ({
    kind: "user",
    username: role,
    name: null,
    email: null,
    role,
    ircAccount: null,
    lastLogin: null,
    rights: [],
    policy: testPolicy(),
  });
  const dj = signedIn("dj");

  expect(pathAfterSignIn("/", dj)).toBe("/my-shows");
  expect(pathAfterSignIn("/library", dj)).toBe("/library");
  expect(pathAfterSignIn("/", signedIn("admin"))).toBe("/");
  expect(pathAfterSignIn("/", undefined)).toBe("/");
});
