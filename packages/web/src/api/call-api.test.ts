import { commentsCalls, tracksCalls } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  ApiCallError,
  callApi,
  failureText,
  isOutOfReach,
  refusalText,
  urlOf,
} from "./call-api.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * A station that refuses the first calls for a second each.
 * @returns the times of the calls, in ms
 */
function stationThatRefuses(times: number, seconds = "1"): readonly number[] {
  const asked: number[] = [];
  const begunMs = performance.now();
  vi.stubGlobal("fetch", async () => {
    asked.push(performance.now() - begunMs);
    const body = { error: "Too soon", code: "too_many_requests", retryAt: "2001-01-01T00:00:00Z" };
    return asked.length > times
      ? Response.json([])
      : Response.json(body, { status: 429, headers: { "retry-after": seconds } });
  });
  return asked;
}

test("a read that was rate-limited is retried when the station says so", async () => {
  const asked = stationThatRefuses(3);

  const reading = callApi(tracksCalls.listTracks, { query: { sort: "artist" } });
  await vi.advanceTimersByTimeAsync(3000);

  expect(await reading).toEqual([]);
  expect(asked).toEqual([0, 1000, 2000, 3000]);
});

test("writes, long waits and abandoned reads are not retried", async () => {
  const write = stationThatRefuses(9);
  await expect(
    callApi(commentsCalls.addComment, { body: { author: "Nova", content: "Hi" } }),
  ).rejects.toThrow("Too soon");
  expect(write).toHaveLength(1);

  const late = stationThatRefuses(9, "60");
  await expect(callApi(tracksCalls.listTracks, { query: { sort: "artist" } })).rejects.toThrow();
  expect(late).toHaveLength(1);

  const ended = new AbortController();
  const unwanted = stationThatRefuses(9);
  const reading = callApi(tracksCalls.listTracks, { query: { sort: "artist" } }, ended.signal);
  const outcome = expect(reading).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(500);
  ended.abort(new Error("gone"));
  await outcome;
  expect(unwanted).toHaveLength(1);
});

test("names in a path and a query are filled in and escaped", () => {
  expect(
    urlOf("/api/queue/:id/position", { params: { id: "a/b" }, query: { q: "x&y", limit: 5 } }),
  ).toBe("/api/queue/a%2Fb/position?q=x%26y&limit=5");
});

test("omitted values are not in the query", () => {
  expect(urlOf("/api/tracks", { query: { after: undefined } })).toBe("/api/tracks");
});

test("a refusal has a status and a body, and its sentence separately", () => {
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
])("answered by %s, the station is out of reach or not", (_who, error, isOut) => {
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
