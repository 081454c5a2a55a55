import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { CHANGE_NOTE_FILE } from "../database/change-note.ts";
import { tryWriting } from "../health/storage-store.ts";
import { holdWritesDuringUpgrade } from "./hold-writes.ts";

const log = createLog({ part: "test", level: "silent" });
const words = "The station is being upgraded; try again in a minute";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test("until an upgrade is done nothing is confirmed that could be lost, and everything can be read", async () => {
  await recordChange("data-before");
  const before = await comment("before");
  const writable = Promise.withResolvers<void>();
  const { database, dataDir } = server;
  const hold = holdWritesDuringUpgrade({ database, dataDir, onWritable: writable.resolve, log });

  const held = await comment("held");
  const during = await listComments();
  await tryWriting(database);
  await rm(path.join(dataDir, CHANGE_NOTE_FILE));
  await writable.promise;
  const after = await comment("after");
  await hold.close();

  expect([before.status, held.status, after.status]).toEqual([200, 503, 200]);
  expect(held.body).toEqual({ error: words, code: "unavailable" });
  expect(during).toEqual(["before"]);
  expect(await listComments()).toEqual(["after", "before"]);
});

test("a signed-in user stays signed in while writes are held, even when the session is due for renewal", async () => {
  const { database } = server;
  const operator = await server.signIn("super_admin");
  await database.connection.execute(
    sql`update sessions set expires_at = now() + interval '1 hour'`,
  );

  database.holdWrites(true);
  const { status } = await operator.call("GET", "/api/users");
  database.holdWrites(false);

  expect(status).toBe(200);
});

test("an upgrade that does not change the database holds no writes", async () => {
  await recordChange(null);
  let isWritable = false;
  const onWritable = () => (isWritable = true);
  const { database, dataDir } = server;

  await holdWritesDuringUpgrade({ database, dataDir, onWritable, log }).close();

  expect(isWritable).toBe(true);
  expect((await comment("at once")).status).toBe(200);
});

async function recordChange(data: string | null): Promise<void> {
  const file = path.join(server.dataDir, CHANGE_NOTE_FILE);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ from: "0.1.0", to: "0.2.0", data }));
}

async function comment(content: string) {
  return await server.guest().call("POST", "/api/comments", { body: { content } });
}

async function listComments(): Promise<string[]> {
  const { body } = await server.call("GET", "/api/comments");
  if (!Array.isArray(body)) throw new Error("there are no comments");
  return body.map(({ content }: { content: string }) => content);
}
