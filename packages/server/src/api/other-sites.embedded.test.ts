import { callGroups, type Endpoint } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "./test-server.ts";

const elsewhere = { origin: "https://fans.example" };
const calls = callGroups.flatMap(({ apis }) =>
  apis.flatMap((api) => Object.entries<Endpoint>(api)),
);

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

test("pages of other sites may read these calls, and only these", () => {
  const open = calls.filter(([, { isForOtherSites }]) => isForOtherSites === true);

  expect(open.map(([name]) => name).toSorted()).toEqual([
    "getHistory",
    "getNowPlaying",
    "getOnNow",
    "getSchedule",
    "getScheduleCalendar",
    "getShow",
    "getShowCalendar",
    "getShowPicture",
    "getTrackArt",
    "listShows",
  ]);
  for (const [, { method, access, isForAnyone }] of open)
    expect({ method, access, isForAnyone }).toEqual({
      method: "GET",
      access: "public",
      isForAnyone: true,
    });
});

test.each(calls)("the answer of %s says whether other sites may read it", async (_name, call) => {
  const target = call.path.replaceAll(/:\w+/g, (name) => (name === ":slug" ? "x" : randomUUID()));

  // Like a browser that sends its cookies anyway.
  const response = await fetch(new URL(target, server.origin), {
    method: call.method,
    headers: { ...elsewhere, cookie: admin.cookie },
  });
  await response.body?.cancel();

  const isOpen = call.isForOtherSites === true;
  expect(response.headers.get("access-control-allow-origin")).toBe(isOpen ? "*" : null);
  expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  expect(response.headers.get("cross-origin-resource-policy")).toBe(
    isOpen ? "cross-origin" : "same-site",
  );
  if (isOpen) expect(response.headers.getSetCookie()).toEqual([]);
});

test("a session makes no difference to what other sites read", async () => {
  const history = "/api/history";

  const asGuest = await server.call("GET", history, { headers: elsewhere });
  const asAdmin = await admin.call("GET", history, { headers: elsewhere });

  expect(asAdmin.body).toEqual(asGuest.body);
  expect(asGuest.headers.getSetCookie()).toEqual([]);
});

test("a CORS preflight grants nothing", async () => {
  const response = await fetch(new URL("/api/schedule/now", server.origin), {
    method: "OPTIONS",
    headers: { ...elsewhere, "access-control-request-method": "POST" },
  });
  await response.body?.cancel();

  expect(response.headers.get("access-control-allow-methods")).toBeNull();
});
