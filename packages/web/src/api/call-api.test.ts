import { commentsCalls, tracksCalls } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  ApiCallError,
  callApi,
  failureText,
  fieldWords,
  isOutOfReach,
  refusalText,
  refusalWords,
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

const labels = { "metadata.website": "Website URL", headerTags: "Header Tags" };
const website = {
  error: "metadata.website: enter an address such as https://example.org",
  field: "metadata.website",
};

test("a refusal names the field by its label, and list entries by the label of the list", () => {
  expect([
    refusalWords(website, labels),
    refusalWords({ error: "headerTags.2: must not be empty", field: "headerTags.2" }, labels),
  ]).toEqual([
    "Website URL: enter an address such as https://example.org",
    "Header Tags: must not be empty",
  ]);
});

test("the path of a field without a label is left out", () => {
  expect(refusalWords(website)).toBe("Enter an address such as https://example.org");
});

test("a sentence that names no path stays as it is", () => {
  const taken = { error: "That username is taken", field: "username" };

  expect(refusalWords(taken, { username: "Username" })).toBe("That username is taken");
  expect(refusalWords({ error: "Not now" })).toBe("Not now");
});

test("a field shows its own problem, and no problem of other fields", () => {
  expect([
    fieldWords(website, "metadata.website"),
    fieldWords(website, "metadata.web"),
    fieldWords({ error: "headerTags.2: must not be empty", field: "headerTags.2" }, "headerTags"),
    fieldWords({ error: "That username is taken", field: "username" }, "username"),
    fieldWords({ error: "Not now" }, "username"),
  ]).toEqual([
    "Enter an address such as https://example.org",
    undefined,
    "Must not be empty",
    "That username is taken",
    undefined,
  ]);
});
