import { defaultBackupPlan } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { hashPassword } from "../../accounts/secrets.ts";
import { addTestTracks } from "../../database/test-database.ts";
import { readingMethods } from "../gate.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../test-server.ts";
import { calls, fieldsOf, type NamedCall } from "./test-calls.ts";

const MARKER = "forged-by-the-sender";
/** Fields that an attacker would like to set. */
const wishes = [
  "id",
  "userId",
  "accountId",
  "ownerId",
  "owner",
  "role",
  "rights",
  "permissions",
  "isAdmin",
  "passwordHash",
  "password_hash",
  "tokenHash",
  "createdAt",
  "lastLogin",
  "updatedAt",
];
const recordSchema = z.record(z.string(), z.unknown());

const withBody = calls.filter(
  ({ endpoint: { body, example } }) => body !== undefined && example !== undefined,
);

/** The value with a marked field added to every object in it. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  const record = recordSchema.safeParse(value).data;
  if (record === undefined) return value;
  const inside = Object.entries(record).map(([name, each]) => [name, marked(each)]);
  return { ...Object.fromEntries(inside), forged: MARKER };
}

/** The call's own example plus everything that a sender must not set. */
function forgedBody({ endpoint: { body, example } }: NamedCall): Record<string, unknown> {
  const known = fieldsOf(body);
  const wanted = wishes.filter((name) => !known.includes(name));
  const forged = Object.fromEntries(wanted.map((name) => [name, MARKER]));
  return { ...recordSchema.parse(marked(example?.body ?? {})), ...forged };
}

test.each(withBody)(
  "$operation passes no field to its handler that the contract does not name",
  (call) => {
    const parsed = call.endpoint.body?.safeParse(forgedBody(call));

    expect(JSON.stringify(parsed?.data ?? null)).not.toContain(MARKER);
  },
);

let server: TestServer;
let trackId = "";
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  await server.backups.change({ ...defaultBackupPlan, folder: "/not-mounted" });
  await server.settings.change(() => ({ registrationEnabled: true }));
  [trackId = ""] = await addTestTracks(server.database, ["first"]);
  admin = await server.signIn("super_admin");
});
afterAll(() => server[Symbol.asyncDispose]());

/** Names of the tables that contain a text. */
async function tablesWith(text: string): Promise<readonly unknown[]> {
  const { connection } = server.database;
  const { rows } = await connection.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: unknown[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await connection.execute(
      sql`select t::text as row from ${sql.identifier(name)} t where t::text like ${`%${text}%`} limit 3`,
    );
    if (hits.length > 0) found.push({ name, hits });
  }
  return found;
}

test("no call stores or returns a field that the contract does not name", async () => {
  const answered: string[] = [];

  for (const call of withBody) {
    const { method, path } = call.endpoint;
    if (readingMethods.has(method)) continue;
    const target = path.replaceAll(/:\w+/g, () => trackId);
    // May end its own session.
    const browser = await server.signIn("super_admin");
    const { body } = await browser.call(method, target, { body: forgedBody(call) });
    if (JSON.stringify(body).includes(MARKER)) answered.push(call.operation);
  }
  await server.security.settled();

  expect(answered).toEqual([]);
  expect(await tablesWith(MARKER)).toEqual([]);
});

const row = async (username: string) => {
  const { rows } = await server.database.connection.execute(
    sql`select username, name, role, is_active from users where username = ${username}`,
  );
  return rows[0];
};
const wished = {
  id: "11111111-1111-4111-8111-111111111111",
  isAdmin: true,
  passwordHash: "x",
  createdAt: "2001-01-01T00:00:00.000Z",
  rights: ["backup"],
};
const refused = { status: 400, body: { code: "invalid_request", field: "id" } };

test("an account with fields that the form lacks is refused and not created", async () => {
  const registered = {
    username: "registered",
    email: "r@radio.example",
    password: "a long password",
  };
  const made = { username: "made", email: "m@radio.example", role: "dj" };
  const byAdmin = await server.signIn("admin");

  const answers = [
    await server
      .guest()
      .call("POST", "/api/users/register", { body: { ...wished, ...registered } }),
    await byAdmin.call("POST", "/api/users", { body: { ...wished, ...made } }),
  ];

  expect(answers).toMatchObject([refused, refused]);
  expect([await row("registered"), await row("made")]).toEqual([undefined, undefined]);
});

test("registering makes a listener: the form has no role field", async () => {
  const body = { username: "eager", email: "e@radio.example", password: "a long password" };

  const answer = await server
    .guest()
    .call("POST", "/api/users/register", { body: { ...body, role: "super_admin" } });
  const plain = await server.guest().call("POST", "/api/users/register", { body });

  expect(answer).toMatchObject({ status: 400, body: { field: "role" } });
  expect(plain).toMatchObject({ status: 200, body: { role: "listener" } });
});

test("changing their own name and password affects nothing else and no one else", async () => {
  const eve = await server.signIn("listener");
  const username = eve.account?.username ?? "";
  const hash = await hashPassword("her password");
  for (const { account } of [eve, admin])
    await server.database.connection.execute(
      sql`update users set password_hash = ${hash} where id = ${account?.id}`,
    );
  const others = { ...wished, id: admin.account?.id, username: admin.account?.username };

  const answers = [
    await eve.call("PUT", "/api/users/name", { body: { ...others, name: "Eve" } }),
    await eve.call("POST", "/api/users/password", {
      body: { ...others, currentPassword: "her password", password: "her new password" },
    }),
  ];

  expect(answers).toMatchObject([refused, refused]);
  expect(await row(username)).toMatchObject({ name: null, role: "listener", is_active: true });
  const { rows } = await server.database.connection.execute(
    sql`select count(*)::int as n from users where password_hash = ${hash}`,
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test.each([
  [
    "a comment",
    "/api/comments",
    { content: "mine", author: "admin" },
    { author: "Anonymous Listener" },
  ],
  ["a request", "/api/queue", { position: 7, requestedBy: "admin" }, { requestedBy: "Web User" }],
])("%s of a guest is stored as theirs, whatever author the page sends", async (...given) => {
  const [, path, sent, stored] = given;
  const body = path === "/api/queue" ? { ...sent, trackId } : sent;

  const forged = await server.guest().call("POST", path, { body: { ...wished, ...body } });
  const answer = await server.guest().call("POST", path, { body });

  expect(forged).toMatchObject(refused);
  expect(answer).toMatchObject({ status: 200, body: stored });
  expect(answer.body).not.toMatchObject({ position: 7 });
});

test("the station chooses the ids of what an operator adds", async () => {
  const id = randomUUID();
  for (const [path, body] of [
    ["/api/playlists", { name: "Forged" }],
    ["/api/programme/shows", { name: "Forged" }],
    ["/api/clocks", { name: "Forged", slots: [] }],
    [
      "/api/stream/outputs",
      { host: "icecast.example", port: 8000, mount: "/a.mp3", password: "hackme" },
    ],
  ] as const) {
    const forged = await admin.call("POST", path, { body: { ...body, id } });
    const answer = await admin.call("POST", path, { body });

    expect([path, forged.status, answer.status]).toEqual([path, 400, 200]);
    expect(JSON.stringify(answer.body)).not.toContain(id);
  }
});
