import { expect, test } from "vitest";
import { callsOf } from "./years-calls-rules.ts";

const none = { further: {}, reasons: {} };

test("a call without path parameters is made as it is, any other at its addresses", () => {
  const further = { "/api/shows/:slug": ["/api/shows/night"], "/api/chat": ["/api/chat?before=1"] };

  expect(
    callsOf(["/api/users", "/api/shows/:slug", "/api/chat"], { further, reasons: {} }),
  ).toEqual({
    calls: [
      { path: "/api/users", address: "/api/users" },
      { path: "/api/shows/:slug", address: "/api/shows/night" },
      { path: "/api/chat", address: "/api/chat?before=1" },
    ],
    forgotten: [],
  });
});

test("a call with path parameters but neither an address nor a reason is reported as forgotten", () => {
  const paths = ["/api/tracks/:id"];

  expect(callsOf(paths, none)).toEqual({ calls: [], forgotten: paths });
  expect(callsOf(paths, { further: {}, reasons: { "/api/tracks/:id": "a file" } })).toEqual({
    calls: [],
    forgotten: [],
  });
});

test("an address or a reason for a removed call is reported, too", () => {
  const further = { "/api/old": ["/api/old?q=1"] };

  expect(callsOf([], { further, reasons: { "/api/older": "" } }).forgotten).toEqual([
    "/api/old",
    "/api/older",
  ]);
});
