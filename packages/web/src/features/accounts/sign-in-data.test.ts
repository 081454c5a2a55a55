import { expect, test } from "vitest";
import { ApiCallError } from "../../api/call-api.ts";
import { SessionNotKeptError } from "./kept-session.ts";
import { signInRefusal } from "./sign-in-data.ts";

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
