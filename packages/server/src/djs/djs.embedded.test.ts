import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { broadcasterRoles } from "../identity/rights-rules.ts";
import { listStreamKeys } from "../accounts/stream-key-store.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testStatus } from "../radio/test-status.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const madeSchema = z.object({ key: z.string(), keyCreatedAt: z.string() });
let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

/** Hashes of the keys that on-air accepts. */
async function keyHashes(): Promise<readonly string[]> {
  const wanted = { roles: broadcasterRoles, limit: 100 };
  const keys = await listStreamKeys(server.database.connection, wanted);
  return keys.map(({ keyHash }) => keyHash);
}

async function makeKey(dj: SignedInBrowser): Promise<string> {
  const { body } = await dj.call("POST", "/api/live/key");
  return createHash("sha256").update(madeSchema.parse(body).key).digest("hex");
}

test("[S10] a stream key is created by its owner, shown once and stored as a hash", async () => {
  const dj = await server.signIn("dj");
  const changes: string[] = [];
  server.events.subscribe(({ type }) => changes.push(type));

  const before = await dj.call("GET", "/api/live/key");
  const made = madeSchema.parse((await dj.call("POST", "/api/live/key")).body);
  const after = await dj.call("GET", "/api/live/key");

  const { username } = dj.account ?? {};
  expect(before.body).toMatchObject({ keyCreatedAt: null, username, port: 8000, mount: "/live" });
  expect(made.key).toMatch(/^[0-9a-f]{32}$/);
  expect(after.body).toMatchObject({ keyCreatedAt: made.keyCreatedAt });
  expect(JSON.stringify(after.body)).not.toContain(made.key);
  expect(await keyHashes()).toContain(createHash("sha256").update(made.key).digest("hex"));
  expect(changes).toContain("djs.changed");
});

test("[A9] the address of a connected DJ is shown to admins, and not to other DJs", async () => {
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const session = {
    sessionId: randomUUID(),
    userId: randomUUID(),
    djName: "Mira",
    state: "on-air",
    connectedAtMs: 0,
    begunAtMs: null,
    address: "192.0.2.7",
    userAgent: "butt",
    contentType: "audio/mpeg",
    title: null,
  } as const;
  onAir.send(
    { kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 },
    { kind: "replayed" },
    { kind: "status", status: { ...testStatus(null, Date.now()), live: [session] } },
  );
  await expect.poll(() => server.link.status).not.toBeNull();
  const dj = await server.signIn("dj");

  const shown = async ({ call }: SignedInBrowser) => (await call("GET", "/api/live/sessions")).body;

  expect(await shown(admin)).toMatchObject([{ djName: "Mira", address: "192.0.2.7" }]);
  expect(await shown(dj)).toMatchObject([{ djName: "Mira", address: null }]);
  await onAir.close();
});

test("[S10] a new key revokes the old one, and its owner can revoke it", async () => {
  const dj = await server.signIn("dj");
  const first = await makeKey(dj);
  const second = await makeKey(dj);

  expect(await keyHashes()).toContain(second);
  expect(await keyHashes()).not.toContain(first);
  expect((await dj.call("DELETE", "/api/live/key")).body).toEqual({ revoked: true });
  expect(await keyHashes()).not.toContain(second);
});

test("[S13] DJs are told the station's stream port, unless the setting names another address", async () => {
  const dj = await server.signIn("dj");
  const given = async () => (await dj.call("GET", "/api/live/key")).body;

  const before = await given();
  const changed = await admin.call("PUT", "/api/station-settings", {
    body: { djAddress: "https://radio.example/live" },
  });
  const after = await given();
  await admin.call("PUT", "/api/station-settings", { body: { djAddress: "" } });

  expect(changed.status).toBe(200);
  expect(before).toMatchObject({
    host: "127.0.0.1",
    port: 8000,
    isSecure: false,
    djAddress: "",
    warning: expect.stringContaining("Ask the station's operator"),
  });
  expect(after).toMatchObject({
    host: "radio.example",
    port: 443,
    isSecure: true,
    djAddress: "https://radio.example/live",
    warning: null,
  });
});

test.each([
  ["disabled", "PUT", { isActive: false }],
  ["demoted", "PUT", { role: "listener" }],
  ["removed", "DELETE", undefined],
] as const)(
  "[S11] an account that is %s no longer has a stream key",
  async (_what, method, body) => {
    const dj = await server.signIn("dj");
    const keyHash = await makeKey(dj);
    const path = `/api/users/${dj.account?.id}`;

    const changed = await admin.call(method, path, body === undefined ? {} : { body });
    expect(changed.status).toBe(200);
    if (method === "PUT") await admin.call("PUT", path, { body: { isActive: true, role: "dj" } });

    expect(await keyHashes()).not.toContain(keyHash);
  },
);

test("[S11] people who manage accounts can revoke others' keys, but not those of super admins", async () => {
  const [dj, boss] = [await server.signIn("dj"), await server.signIn("super_admin")];
  const [djKey, bossKey] = [await makeKey(dj), await makeKey(boss)];
  const revoke = (id: string | undefined) => admin.call("DELETE", `/api/users/${id}/stream-key`);

  expect((await revoke(dj.account?.id)).status).toBe(200);
  expect(await revoke(boss.account?.id)).toMatchObject({
    status: 403,
    body: { code: "not_allowed" },
  });
  expect((await revoke(randomUUID())).status).toBe(404);

  expect(await keyHashes()).toContain(bossKey);
  expect(await keyHashes()).not.toContain(djKey);
  await server.security.settled();
  const { body } = await admin.call("GET", "/api/security-events");
  expect(JSON.stringify(body)).toContain(`revoked the stream key of '${dj.account?.username}'`);
});

test("the access code is no account, and can't broadcast", async () => {
  const code = await server.signIn("access-code");

  expect(await code.call("POST", "/api/live/key")).toMatchObject({
    status: 403,
    body: { code: "not_allowed", error: expect.stringContaining("belongs to an account") },
  });
});
