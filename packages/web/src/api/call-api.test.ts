import { expect, test } from "vitest";
import { ApiCallError, failureText, isOutOfReach, refusalText, urlOf } from "./call-api.ts";

test("names in a path and a query are filled in and escaped", () => {
  expect(
    urlOf("/api/queue/:id/position", { params: { id: "a/b" }, query: { q: "x&y", limit: 5 } }),
  ).toBe("/api/queue/a%2Fb/position?q=x%26y&limit=5");
});

test("omitted values are not in the query", () => {
  expect(urlOf("/api/tracks", { query: { after: undefined } })).toBe("/api/tracks");
});

test("a refusal has its status and body, and its sentence separately", () => {
  const error = new ApiCallError({
    status: 404,
    statusText: "Not Found",
    text: '{"error":"Gone","code":"not_found"}',
  });

  expect([error.message, refusalText(error), refusalText(new Error("offline"))]).toEqual([
    '404: {"error":"Gone","code":"not_found"}',
    "Gone",
    undefined,
  ]);
});

test("a refusal without a body says the name of its status", () => {
  const error = new ApiCallError({ status: 502, statusText: "Bad Gateway", text: "" });

  expect([error.message, refusalText(error)]).toEqual(["502: Bad Gateway", undefined]);
});

test.each([
  ["no one", new TypeError("Failed to fetch"), true],
  ["no one in time", new DOMException("timed out", "TimeoutError"), true],
  ["a proxy", new ApiCallError({ status: 502, statusText: "Bad Gateway", text: "<html>" }), true],
  [
    "the station without its database",
    new ApiCallError({
      status: 503,
      statusText: "Service Unavailable",
      text: '{"error":"The database is away","code":"unavailable"}',
    }),
    false,
  ],
  ["something that cannot be parsed", new Error("no such shape"), false],
])("answered by %s the station is out of reach or not", (_who, error, isOut) => {
  expect(isOutOfReach(error)).toBe(isOut);
});

const broken = (text: string) =>
  new ApiCallError({ status: 500, statusText: "Internal Server Error", text });

test.each([
  ["the station's own reason", broken('{"error":"Not now","code":"internal"}'), "Not now"],
  ["what failed, for an answer without a reason", broken("oops"), "Failed to fade in"],
  ["no answer at all", new TypeError("Failed to fetch"), "Unable to connect to server"],
])("a failure says %s", (_what, error, text) => {
  expect(failureText(error, "Failed to fade in")).toBe(text);
});
