import { databaseStatusSchema, monitoringSchema, systemStatusSchema } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addTestTracks } from "../database/test-database.ts";
import { SESSION_COOKIE } from "../http-kit/cookies.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const token = "a-token-for-metrics";

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer({
    metricsToken: token,
    databaseConsoleUrl: "https://console.example",
  });
  await addTestTracks(server.database, ["one", "two", "gone"]);
  await server.database.connection.execute(
    sql`update tracks set missing_since = now() where title = 'gone'`,
  );
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  ["GET", "/api/system/status"],
  ["GET", "/api/monitoring"],
  ["POST", "/api/system/restart-engine"],
  ["GET", "/api/database/status"],
  ["POST", "/api/database/test"],
])("%s %s requires its right", async (method, target) => {
  const moderator = await server.signIn("moderator");

  expect((await server.guest().call(method, target)).status).toBe(401);
  expect((await moderator.call(method, target)).status).toBe(403);
});

test("the status shows the machine's real figures and counts playable tracks", async () => {
  const { status, body } = await admin.call("GET", "/api/system/status");

  expect(status).toBe(200);
  const figures = systemStatusSchema.parse(body);
  expect(figures).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    connections: { sockets: 0, listeners: null },
    trackCount: 2,
  });
  expect(figures.uptimeSeconds).toBeGreaterThan(0);
  expect(figures.cpuPercent).toBeGreaterThanOrEqual(0);
  expect(figures.cpuPercent).toBeLessThanOrEqual(100);
  for (const usage of [figures.memory, figures.disk]) {
    expect(usage?.usedBytes).toBeGreaterThan(0);
    expect(usage?.usedBytes).toBeLessThanOrEqual(usage?.totalBytes ?? 0);
  }
});

test("monitoring measures the database and says what is unknown about on-air", async () => {
  const { body } = await admin.call("GET", "/api/monitoring");

  const figures = monitoringSchema.parse(body);
  expect(figures).toMatchObject({
    database: { engine: server.database.engine, latencyMs: expect.any(Number) },
    onAir: {
      isLinked: false,
      engine: "unknown",
      source: null,
      encoderSpeed: null,
      listeners: null,
    },
  });
  expect(figures.eventLoopDelayMs.max).toBeGreaterThanOrEqual(figures.eventLoopDelayMs.mean);
  expect(figures.server.residentBytes).toBeGreaterThan(figures.server.heapUsedBytes / 2);
});

test("an engine that can't be reached is not restarted, and the response says so", async () => {
  const { status, body } = await admin.call("POST", "/api/system/restart-engine");

  expect({ status, body }).toEqual({
    status: 503,
    body: { error: "The stream engine can't be reached", code: "unavailable" },
  });
});

test("the database status counts the nine tables and names the console", async () => {
  const { body } = await admin.call("GET", "/api/database/status");

  const figures = databaseStatusSchema.parse(body);
  expect(figures).toMatchObject({
    connected: true,
    engine: server.database.engine,
    version: expect.stringMatching(/^\d+/),
    orm: "Drizzle ORM",
    consoleUrl: "https://console.example",
    error: null,
    tables: { users: expect.any(Number), tracks: 3, radio_state: 1, station_settings: 1 },
  });
  expect(Object.keys(figures.tables)).toEqual([
    "users",
    "tracks",
    "queue_items",
    "chat_messages",
    "comments",
    "radio_state",
    "system_logs",
    "security_events",
    "station_settings",
  ]);
  expect(figures.tableCount).toBeGreaterThan(9);
});

test("the database test connects, reads and writes, and leaves nothing behind", async () => {
  const rows = async () =>
    (await server.database.connection.execute(sql`select count(*)::int as n from system_logs`))
      .rows;
  const before = await rows();

  const { body } = await admin.call("POST", "/api/database/test");

  const ok = { status: "OK", durationMs: expect.any(Number), error: null };
  expect(body).toEqual({
    success: true,
    timestamp: expect.any(String),
    tests: [
      { name: "Connection", ...ok },
      { name: "Read", ...ok },
      { name: "Write and roll back", ...ok },
    ],
  });
  expect(await rows()).toEqual(before);
});

test("a failing test says what is wrong, and the others run anyway", async () => {
  await server.database.connection.execute(sql`alter table system_logs rename to away`);
  try {
    const { status, body } = await admin.call("POST", "/api/database/test");

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      tests: [
        { name: "Connection", status: "OK" },
        { name: "Read", status: "OK" },
        {
          name: "Write and roll back",
          status: "FAILED",
          error: expect.stringContaining("does not exist"),
        },
      ],
    });
    const database = await admin.call("GET", "/api/database/status");
    expect(database.body).toMatchObject({
      connected: false,
      error: expect.stringContaining("does not exist"),
    });
  } finally {
    await server.database.connection.execute(sql`alter table away rename to system_logs`);
  }
});

test("this machine can read the metrics, which count calls and measure the station", async () => {
  await server.call("GET", "/api/queue");

  const answer = await fetch(new URL("/metrics", server.origin));

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const text = await answer.text();
  for (const line of [
    "neonrelay_tracks 2",
    "neonrelay_queue_entries 0",
    "neonrelay_database_up 1",
    "neonrelay_on_air_up 0",
    "neonrelay_engine_up 0",
    "neonrelay_sockets 0",
  ])
    expect(text).toContain(`\n${line}\n`);
  expect(text).toMatch(
    /http_request_duration_seconds_count\{.*route="\/api\/queue",status="200"\}/,
  );
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  // Unknown values are omitted.
  expect(text).not.toMatch(/^neonrelay_listeners/m);
});

test("behind a proxy the metrics require the token, and a wrong one is a security event", async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(new URL("/metrics", server.origin), {
      headers: { "x-forwarded-for": "192.0.2.1", ...headers },
    });

  const without = await ask({});
  const wrong = await ask({ authorization: "Bearer a-token-for-metricS" });
  const right = await ask({ authorization: `Bearer ${token}` });
  await server.security.settled();

  expect([without.status, wrong.status, right.status]).toEqual([401, 401, 200]);
  expect(without.headers.get("www-authenticate")).toBe("Bearer");
  const { rows } = await server.database.connection.execute(
    sql`select description from security_events where event_type = 'metrics_refused'`,
  );
  expect(rows).toEqual([{ description: "GET /metrics with a wrong token" }]);
});

test("after three wrong tokens an address has to wait even with the right one, others don't", async () => {
  await using proxied = await startTestServer({ metricsToken: token, trustProxy: ["127.0.0.1"] });
  const ask = async (tried: string, from = "192.0.2.9"): Promise<number> => {
    const headers = { "x-forwarded-for": from, authorization: `Bearer ${tried}` };
    return (await fetch(new URL("/metrics", proxied.origin), { headers })).status;
  };
  // The wait is only a second, which a single call may take on a busy machine.
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const wrong = [await ask("a"), await ask("b"), await ask("c")];

    expect(wrong).toEqual([401, 401, 401]);
    expect([await ask(token), await ask(token, "192.0.2.10")]).toEqual([429, 200]);
    vi.advanceTimersByTime(1000);
    expect(await ask(token)).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test("without a token the metrics are hidden from others", async () => {
  await using plain = await startTestServer();

  const answer = await fetch(new URL("/metrics", plain.origin), {
    headers: { forwarded: "for=192.0.2.1", authorization: "Bearer null" },
  });

  expect(answer.status).toBe(404);
});

test("health responds while the database is busy, even to a signed-in caller", async () => {
  // All connections there are: the embedded database has one.
  const connections = server.database.engine === "embedded" ? 1 : 10;
  const held = Promise.withResolvers<void>();
  const busy = Array.from({ length: connections }, () => {
    const holding = Promise.withResolvers<void>();
    const done = server.database.transaction(async () => {
      holding.resolve();
      await held.promise;
    });
    return { holding: holding.promise, done };
  });
  await Promise.all(busy.map(({ holding }) => holding));
  const startedAtMs = performance.now();

  const health = await server.call("GET", "/api/health", {
    headers: { cookie: `${SESSION_COOKIE}=whatever` },
  });
  const tookMs = performance.now() - startedAtMs;
  held.resolve();
  await Promise.all(busy.map(({ done }) => done));

  expect(health).toMatchObject({ status: 503, body: { database: { ok: false } } });
  expect(tookMs).toBeLessThan(10_000);
});
