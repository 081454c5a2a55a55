import { sql } from "drizzle-orm";
import { mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { createStorageProbe } from "./storage-probe.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test("storage is well when its folders are readable and its database is writable", async () => {
  const { body } = await server.call("GET", "/api/health");

  expect(body).toMatchObject({
    database: { ok: true, detail: server.database.engine },
    disk: { ok: true, detail: expect.stringMatching(/^[\d,]+ MiB free$/) },
    music: { ok: true, detail: "0 tracks" },
  });
});

test("a missing music folder, or a library without its files, turns health red", async () => {
  const folder = path.join(server.dataDir, "shelf");
  await mkdir(folder);
  const there = await look([folder]);
  await rm(folder, { recursive: true });
  const away = await look([folder]);
  await addTestTracks(server.database, ["One", "Two", "Three"]);
  await server.database.connection.execute(
    sql`update tracks set missing_since = now() where title <> 'One'`,
  );
  const lost = await look([]);
  await server.database.connection.execute(sql`delete from tracks`);

  expect([there.music, away.music, lost.music]).toMatchObject([
    { ok: true },
    { ok: false, detail: "1 of 1 music folders can't be read" },
    { ok: false, detail: "2 of 3 tracks have no file" },
  ]);
});

test("a full disk is reported", async () => {
  await symlink("/dev/full", path.join(server.dataDir, ".storage-probe"));

  const { disk } = await look([]);

  expect(disk).toMatchObject({ ok: false, detail: "full" });
});

test("a database that answers but accepts no writes turns health red", async () => {
  await using readOnly = await startTestServer();
  await readOnly.database.connection.execute(sql`alter table system_logs rename to away_logs`);

  const { body } = await readOnly.call("GET", "/api/health");

  expect(body).toMatchObject({ ok: false, database: { ok: false, detail: "not writable" } });
});

async function look(musicDirs: readonly string[]) {
  const { database, dataDir } = server;
  const config = { dataDir, musicDirs: [...musicDirs] };
  return await createStorageProbe({ database, config, lock: null, nowMs: Date.now })();
}
