import { MAX_OUTPUTS, outputSchema, type Output } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteOutput, listOutputs } from "./output-store.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

/** on-air is absent here; tests of a whole station cover its side. */
let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { connection } = server.database;
  for (const { id } of await listOutputs(connection)) await deleteOutput(connection, id);
});

const wanted = { host: "icecast.example.org", port: 8000, mount: "/neon.mp3", password: "s3cret" };

async function add(
  overrides: Partial<typeof wanted> & { readonly tls?: boolean } = {},
): Promise<Output> {
  const answer = await admin.call("POST", "/api/stream/outputs", {
    body: { ...wanted, ...overrides },
  });
  expect(answer.status).toBe(200);
  return outputSchema.parse(answer.body);
}

const storedPasswords = async () =>
  (await listOutputs(server.database.connection)).map(({ password }) => password);

test("an output is added, listed, changed and removed, and its password is never shown", async () => {
  const added = await add();
  const path = `/api/stream/outputs/${added.id}`;
  const changed = await admin.call("PUT", path, {
    body: { codec: "opus", mount: "/other.opus", tls: true },
  });
  const listed = await admin.call("GET", "/api/stream/outputs");
  const kept = await storedPasswords();
  await admin.call("PUT", path, { body: { password: "an0ther" } });
  const renewed = await storedPasswords();
  const disabled = await admin.call("PUT", path, { body: { isEnabled: false } });
  const removed = await admin.call("DELETE", path);

  expect(added).toEqual({
    id: added.id,
    codec: "mp3",
    host: "icecast.example.org",
    port: 8000,
    tls: false,
    mount: "/neon.mp3",
    username: "source",
    isPublic: false,
    isEnabled: true,
    state: { status: "unknown", since: null, detail: null, retryAt: null },
  });
  expect(changed.body).toEqual({
    ...added,
    codec: "opus",
    mount: "/other.opus",
    tls: true,
  });
  expect(listed.body).toEqual([changed.body]);
  expect([kept, renewed]).toEqual([["s3cret"], ["an0ther"]]);
  expect(disabled.body).toMatchObject({ isEnabled: false, state: { status: "off" } });
  expect(removed.body).toEqual({ removed: true });
  expect(await listOutputs(server.database.connection)).toEqual([]);
  await server.systemLog.settled();
  const logs = await admin.call("GET", "/api/system-logs?category=operator&q=Icecast");
  const actions = z.array(z.object({ message: z.string() })).parse(logs.body);
  expect(actions).toHaveLength(5);
  expect(JSON.stringify(logs.body)).not.toMatch(/s3cret|an0ther/);
});

test("an invalid host is named", async () => {
  const body = { ...wanted, host: "a\r\nX: 1" };
  const answer = await admin.call("POST", "/api/stream/outputs", { body });

  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", field: "host" } });
});

test("a mount on a server has one output, whatever the case of the host", async () => {
  await add();
  const other = await add({ mount: "/second.mp3" });
  const again = await admin.call("POST", "/api/stream/outputs", {
    body: { ...wanted, host: "ICECAST.example.org" },
  });
  const moved = await admin.call("PUT", `/api/stream/outputs/${other.id}`, {
    body: { mount: "/neon.mp3" },
  });
  const itself = await admin.call("PUT", `/api/stream/outputs/${other.id}`, {
    body: { mount: "/second.mp3" },
  });

  const conflict = {
    status: 409,
    body: { error: "An output to this mount of this server already exists", code: "conflict" },
  };
  expect([again, moved]).toMatchObject([conflict, conflict]);
  expect(itself.status).toBe(200);
});

test("the limit on outputs holds even for concurrent additions", async () => {
  for (let number = 2; number < MAX_OUTPUTS; number += 1) await add({ mount: `/${number}.mp3` });
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((name) =>
      admin.call("POST", "/api/stream/outputs", { body: { ...wanted, mount: `/${name}.mp3` } }),
    ),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
});

test("an unknown output is not found", async () => {
  const path = `/api/stream/outputs/${randomUUID()}`;
  const answers = [
    await admin.call("PUT", path, { body: { isEnabled: true } }),
    await admin.call("DELETE", path),
    await admin.call("POST", "/api/stream/outputs/test", { body: { ...wanted, id: randomUUID() } }),
  ];

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 404, body: { error: "No output has that id" } });
});

test.each([
  ["another host", { host: "elsewhere.example.org" }],
  ["another port", { port: 8001 }],
  ["no TLS any more", { tls: false }],
])("a stored password is not sent to %s: it has to be entered again", async (_name, change) => {
  const { id } = await add({ tls: true });
  const { password: _password, ...without } = { ...wanted, tls: true, ...change };
  const path = `/api/stream/outputs/${id}`;

  const changed = await admin.call("PUT", path, { body: change });
  const tested = await admin.call("POST", "/api/stream/outputs/test", { body: { ...without, id } });
  const kept = await admin.call("GET", "/api/stream/outputs");
  const again = await admin.call("PUT", path, { body: { ...change, password: "an0ther" } });

  for (const refused of [changed, tested])
    expect(refused).toMatchObject({ status: 400, body: { field: "password" } });
  expect(kept.body).toMatchObject([{ host: wanted.host, port: wanted.port, tls: true }]);
  expect([again.status, await storedPasswords()]).toEqual([200, ["an0ther"]]);
});

test("a test needs a password, given or stored, and the stream engine", async () => {
  const { password: _password, ...without } = wanted;
  const { id } = await add();
  const test = (body: unknown) => admin.call("POST", "/api/stream/outputs/test", { body });

  expect(await test(without)).toMatchObject({ status: 400, body: { field: "password" } });
  for (const body of [wanted, { ...without, id }])
    expect(await test(body)).toMatchObject({ status: 503, body: { code: "unavailable" } });
});
