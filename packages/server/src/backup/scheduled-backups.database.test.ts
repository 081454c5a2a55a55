import { defaultBackupPlan } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAccount } from "../accounts/account-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { openDatabase } from "../database/open-database.ts";
import { addTestTracks } from "../database/test-database.ts";
import { writeBackup } from "./backup.ts";
import { listBackedUpTables, readEveryRow } from "./backup-store.ts";
import { proveBackup } from "./prove-backup.ts";
import { readBackup } from "./read-backup.ts";
import { ScheduledBackups } from "./scheduled-backups.ts";
import { WORK_FOLDER } from "./work-folder.ts";

const log = createLog({ part: "test", level: "silent" });
const { signal } = new AbortController();
const DAY_MS = 86_400_000;
let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.backups.close(); // it would follow the plans below
  folder = path.join(server.dataDir, "safe");
  await mkdir(folder);
  await insertAccount(server.database.connection, {
    id: randomUUID(),
    username: "mira",
    email: "mira@radio.example",
    role: "super_admin",
    passwordHash: null,
  });
});
afterAll(() => server[Symbol.asyncDispose]());

test("a backup is made as planned, proved by a restore, and replaces an older one; with music too", async () => {
  const [id = ""] = await addTestTracks(server.database, ["Kept"]);
  const music = path.join(server.dataDir, "kept.mp3");
  await writeFile(music, "the sound");
  await server.database.connection.execute(
    sql`update tracks set path = ${music}, size_bytes = 9 where id = ${id}`,
  );
  let nowMs = Date.parse("2026-03-10T04:00:00Z");
  let tick = () => {};
  const backups = new ScheduledBackups(
    { ...server, settings: { current: { ...server.settings.current, timeZone: "UTC" } }, log },
    { nowMs: () => nowMs, everyMinute: (run) => ((tick = run), () => {}) },
  );
  await backups.change({ ...defaultBackupPlan, isOn: true, keep: 1, withMusic: true, folder });

  await writeFile(path.join(folder, "scheduled-2026-03-10T04-00-00Z.backup.gz"), "older");
  nowMs = Date.parse("2026-03-11T04:00:00Z");
  tick();
  await expect
    .poll(async () => (await backups.view()).backups[0]?.createdAt, limits)
    .toBe(new Date(nowMs).toISOString());
  await backups.settled();

  const names = (await readdir(folder)).toSorted();
  const view = await backups.view();
  expect(names).toEqual(["scheduled-2026-03-11T04-00-00Z.backup.tar"]);
  expect(view).toMatchObject({ isRunning: false, lastFailure: null, isLate: false });
  expect(await backups.ageMs()).toBe(0);
  expect(await readdir(path.join(server.dataDir, WORK_FOLDER))).toEqual([]);

  nowMs += 3 * DAY_MS;
  expect((await backups.view()).isLate).toBe(true);

  const damaged = path.join(folder, names[0] ?? "");
  const bytes = await readFile(damaged);
  bytes.write("THE", bytes.indexOf("the sound"));
  await writeFile(damaged, bytes);
  await expect(proveBackup(damaged, { ...server, log, signal })).rejects.toThrow(
    "kept.mp3 is damaged",
  );
  await backups.close();
});

test("a server that closes stops the backup that is under way, and nothing of it stays", async () => {
  const own = path.join(server.dataDir, "stopped");
  await mkdir(own);
  const backups = new ScheduledBackups({ ...server, log });
  await backups.change({ ...defaultBackupPlan, folder: own });
  await backups.start();
  const work = path.join(server.dataDir, WORK_FOLDER);
  await expect.poll(async () => await readdir(work), limits).toHaveLength(1);

  await backups.close();

  await backups.settled();
  expect(await readdir(own)).toEqual([]);
  expect(await readdir(work)).toEqual([]);
  expect(await backups.start()).toBe(false);
});

test("a backup that can't be written is reported and leaves nothing, and a folder that is missing is refused", async () => {
  const owner = await server.signIn("super_admin");
  const missing = path.join(folder, "not-mounted");

  const refused = await owner.call("PUT", "/api/system/backups", {
    body: { ...defaultBackupPlan, folder: missing },
  });
  const backups = new ScheduledBackups({ ...server, log });
  await backups.change({ ...defaultBackupPlan, folder: missing });
  await backups.start();
  await backups.settled();
  const { lastFailure } = await backups.view();
  await backups.close();

  expect(refused.body).toMatchObject({ code: "invalid_request", field: "folder" });
  expect(lastFailure?.reason).toContain("ENOENT");
  await expect(stat(missing)).rejects.toThrow("ENOENT");
});

test("a backup of this database restored into an embedded one has the same rows, each of them", async () => {
  const scratch = path.join(server.dataDir, "other-kind");
  await mkdir(scratch);
  const file = path.join(server.dataDir, "whole.backup.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const options = { databaseUrl: null, dataDir: scratch, beforeMigration: null, log };
  const database = await openDatabase(options);
  try {
    await readBackup({ database, dataDir: scratch, musicDirs: [] }, file);

    expect(await rowsOf(database)).toEqual(await rowsOf(server.database));
    expect(await listBackedUpTables(database.connection)).toContain("backup_plans");
  } finally {
    await database.close();
  }
});

const limits = { timeout: 100_000, interval: 50 };

/** As sorted JSON, without what the log has noted since. */
async function rowsOf(database: Parameters<typeof readEveryRow>[0]): Promise<readonly string[]> {
  const rows: string[] = [];
  await readEveryRow(database, async ({ table, row }) => {
    if (table !== "system_logs") rows.push(`${table} ${row}`);
  });
  return rows.toSorted();
}
