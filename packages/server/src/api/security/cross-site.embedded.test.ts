import { sql } from "drizzle-orm";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks } from "../../database/test-database.ts";
import { TestSocket } from "../../socket/test-socket.ts";
import { readingMethods } from "../gate.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../test-server.ts";
import { calls } from "./test-calls.ts";

const writing = calls.filter(({ endpoint: { method } }) => !readingMethods.has(method));

let server: TestServer;
let admin: SignedInBrowser;
let trackId = "";
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("super_admin");
  [trackId = ""] = await addTestTracks(server.database, ["first"]);
  await server.call("POST", "/api/queue", { body: { trackId } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Origins sent by foreign pages; undefined: none, as with some forms. */
function foreignOrigins(): readonly (string | undefined)[] {
  const { host, hostname, port } = new URL(server.origin);
  return [
    undefined,
    "",
    "null",
    "https://evil.example",
    `https://${host}`,
    `http://${hostname}`,
    `http://${hostname}:${Number(port) + 1}`,
    `http://localhost:${port}`,
    `http://${host}.evil.example`,
    `http://${host}@evil.example`,
    `http://evil.example/${server.origin}`,
    `${server.origin}/`,
    `${server.origin},https://evil.example`,
  ];
}

/** Number of rows in each table except the logs. */
async function countRows(): Promise<Readonly<Record<string, unknown>>> {
  const { connection } = server.database;
  const { rows } = await connection.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'
      and table_name not in ('security_events', 'system_logs') order by 1`,
  );
  const counts = new Map<string, unknown>();
  for (const { name } of rows) {
    const counted = await connection.execute(
      sql`select count(*)::int as n from ${sql.identifier(name)}`,
    );
    counts.set(name, counted.rows[0]?.["n"]);
  }
  return Object.fromEntries(counts);
}

test("no page of another origin can make a signed-in browser change anything, with any call", async () => {
  const before = await countRows();
  const passed: unknown[] = [];
  const origins = foreignOrigins();
  // Each call from one origin, and one call from each origin: what counts as foreign is decided in one place.
  const tries = [
    ...writing.map((call, index) => ({ ...call, origin: origins[index % origins.length] })),
    ...writing.slice(0, 1).flatMap((call) => origins.map((origin) => ({ ...call, origin }))),
  ];

  for (const { operation, endpoint, origin } of tries) {
    const target = endpoint.path.replaceAll(/:\w+/g, () => trackId);
    const response = await fetch(new URL(target, server.origin), {
      method: endpoint.method,
      headers: {
        cookie: admin.cookie,
        "content-type": "application/json",
        ...(origin !== undefined && { origin }),
      },
      body: JSON.stringify(endpoint.example?.body ?? {}),
    });
    const text = await response.text();
    if (response.status !== 403 || !text.includes("one of the station's own pages"))
      passed.push({ operation, origin, status: response.status, text });
  }

  expect(passed).toEqual([]);
  expect(await countRows()).toEqual(before);
  expect((await admin.call("GET", "/api/session")).body).toMatchObject({ role: "super_admin" });
});

test.each(["POST", "PATCH", "DELETE"])("nor can it %s an upload in parts", async (method) => {
  const address = method === "POST" ? "/api/uploads" : `/api/uploads/${trackId}`;
  const response = await fetch(new URL(address, server.origin), {
    method,
    headers: {
      cookie: admin.cookie,
      origin: "https://evil.example",
      "tus-resumable": "1.0.0",
      "upload-length": "3",
    },
  });

  expect(response.status).toBe(403);
  expect(await response.text()).toContain("one of the station's own pages");
});

/** What any page can send from a form or a beacon without a preflight. */
const simpleBodies = [
  ["text/plain", '{"trackId":"x"}'],
  ["text/plain;charset=UTF-8", '{"trackId":"x"}'],
  ["text/plain; application/json", '{"trackId":"x"}'],
  ["application/x-www-form-urlencoded", "trackId=x"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="trackId"\r\n\r\nx\r\n--x--\r\n',
  ],
] as const;

test.each(simpleBodies.map(([type, body], turn) => ({ type, body, turn })))(
  "no call accepts a body of type $type, even from our own page",
  async ({ type, body, turn }) => {
    const taken: unknown[] = [];

    for (const [index, { operation, endpoint }] of writing.entries()) {
      if (endpoint.body === undefined || index % simpleBodies.length !== turn) continue;
      const target = endpoint.path.replaceAll(/:\w+/g, () => trackId);
      const response = await fetch(new URL(target, server.origin), {
        method: endpoint.method,
        headers: { cookie: admin.cookie, origin: server.origin, "content-type": type },
        body,
      });
      await response.text();
      if (response.status !== 415) taken.push({ operation, status: response.status });
    }

    expect(taken).toEqual([]);
  },
);

test("[U20] no page of another origin opens a socket, with a session or without", async () => {
  const statuses: unknown[] = [];

  for (const origin of foreignOrigins())
    for (const cookie of [admin.cookie, server.guest().cookie]) {
      using socket = new TestSocket(server.origin, { origin: origin ?? "", cookie });
      const opened = once(socket.socket, "open").then(() => "open");
      const refused = once(socket.socket, "unexpected-response").then(
        ([, response]: readonly { readonly statusCode?: number }[]) => response?.statusCode,
      );
      opened.catch(() => {}); // refused
      refused.catch(() => {}); // opened
      statuses.push(await Promise.race([opened, refused]));
    }

  expect(new Set(statuses)).toEqual(new Set([403]));
});

test("a read never writes, whatever its headers and query say", async () => {
  const before = await countRows();
  const disguises = {
    "x-http-method-override": "DELETE",
    "x-http-method": "DELETE",
    "x-method-override": "DELETE",
    "x-original-url": "/api/queue/clear",
    "x-rewrite-url": "/api/queue/clear",
  };

  for (const target of ["/api/queue/clear?_method=DELETE", "/api/queue", "/api/users/logout"])
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(new URL(target, server.origin), {
        method,
        headers: { cookie: admin.cookie, origin: "https://evil.example", ...disguises },
      });
      await response.text();
    }

  expect(await countRows()).toEqual(before);
  expect((await admin.call("GET", "/api/session")).body).toMatchObject({ role: "super_admin" });
});
