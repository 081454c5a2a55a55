import { securityEventSchema, systemLogSchema } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { insertSecurityEvents, insertSystemLogs } from "./log-store.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.security.settled();
  await server.database.connection.execute(sql`delete from system_logs`);
  await server.database.connection.execute(sql`delete from security_events`);
});

async function messagesOf(target: string): Promise<readonly string[]> {
  const { body } = await admin.call("GET", target);
  return z
    .array(systemLogSchema)
    .parse(body)
    .map(({ message }) => message);
}

/** Adds numbered rows, newest last. */
async function addRows(number: number): Promise<void> {
  await insertSystemLogs(
    server.database.connection,
    Array.from({ length: number }, (_, n) => ({
      level: n % 2 === 0 ? ("warn" as const) : ("error" as const),
      category: n < 3 ? "playout" : "server",
      message: `row ${n} of 100%`,
      details: { n },
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
    })),
  );
}

test("the log is listed newest first, in full", async () => {
  await addRows(2);

  const { status, body, headers } = await admin.call("GET", "/api/system-logs");

  expect(status).toBe(200);
  expect(headers.get("x-total-count")).toBe("2");
  expect(headers.get("link")).toBeNull();
  expect(body).toEqual([
    {
      id: expect.any(String),
      level: "error",
      message: "row 1 of 100%",
      category: "playout",
      timestamp: "2026-01-01T00:00:01.000Z",
      details: { n: 1 },
    },
    expect.objectContaining({ message: "row 0 of 100%" }),
  ]);
});

test("linked pages keep the filter and show every row once", async () => {
  await addRows(9);
  const seen: string[] = [];
  let target: string | undefined = "/api/system-logs?level=warn&q=ROW%20100%25&limit=2";
  while (target !== undefined) {
    const { body, headers } = await admin.call("GET", target);
    expect(headers.get("x-total-count")).toBe("5");
    seen.push(
      ...z
        .array(systemLogSchema)
        .parse(body)
        .map(({ message }) => message),
    );
    target = /^<(.*)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
  }

  expect(seen).toEqual([8, 6, 4, 2, 0].map((n) => `row ${n} of 100%`));
});

test("level, category and words narrow the list, and wildcards are taken literally", async () => {
  await addRows(5);

  expect(await messagesOf("/api/system-logs?category=playout&level=error")).toEqual([
    "row 1 of 100%",
  ]);
  expect(await messagesOf("/api/system-logs?q=3%20row")).toEqual(["row 3 of 100%"]);
  expect(await messagesOf("/api/system-logs?q=r_w")).toEqual([]);
});

test.each([
  ["/api/system-logs?level=debug", "level"],
  ["/api/security-events?severity=low", "severity"],
])("%.40s is refused, naming the field", async (target, field) => {
  const { status, body } = await admin.call("GET", target);

  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "invalid_request", field });
});

test("clearing leaves one row that names who did it, and is a security event", async () => {
  await addRows(4);

  const { status, body } = await admin.call("DELETE", "/api/system-logs");
  await server.security.settled();

  expect({ status, body }).toEqual({ status: 200, body: { cleared: 4 } });
  const name = admin.account?.username ?? "";
  expect((await admin.call("GET", "/api/system-logs")).body).toEqual([
    expect.objectContaining({
      level: "info",
      category: "operator",
      message: `${name} cleared the system log`,
      details: { rows: 4, by: name },
    }),
  ]);
  expect((await admin.call("GET", "/api/security-events")).body).toEqual([
    expect.objectContaining({
      severity: "medium",
      eventType: "logs_cleared",
      description: `${name} cleared the system log of 4 rows`,
      ipAddress: "127.0.0.1",
    }),
  ]);
});

test("security events are filtered by severity and words, and paged", async () => {
  for (const [severity, description] of [
    ["other", "call refused"],
    ["high", "sign-in failed"],
    ["high", "sign-in failed again"],
  ] as const)
    await insertSecurityEvents(server.database.connection, [
      { severity, eventType: "test", description, ipAddress: null },
    ]);
  // The embedded database's clock may give two rows the same time.
  await server.database.connection.execute(
    sql`update security_events set "timestamp" = now() + interval '1 s' where description like '%again'`,
  );

  const { body, headers } = await admin.call(
    "GET",
    "/api/security-events?severity=high&q=failed&limit=1",
  );

  expect(z.array(securityEventSchema).parse(body)).toEqual([
    expect.objectContaining({ description: "sign-in failed again", ipAddress: null }),
  ]);
  expect(headers.get("x-total-count")).toBe("2");
  expect(headers.get("link")).toMatch(
    /^<\/api\/security-events\?after=[\w-]+&limit=1&q=failed&severity=high>; rel="next"$/,
  );
});

test.each([
  ["GET", "/api/system-logs"],
  ["DELETE", "/api/system-logs"],
  ["GET", "/api/security-events"],
])("%s %s requires its right", async (method, target) => {
  const dj = await server.signIn("dj");

  expect((await server.guest().call(method, target)).status).toBe(401);
  expect((await dj.call(method, target)).status).toBe(403);
});
