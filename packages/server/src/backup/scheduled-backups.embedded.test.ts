import { defaultBackupPlan } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAccount } from "../accounts/account-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";
import { proveBackup } from "./prove-backup.ts";
import { ScheduledBackups } from "./scheduled-backups.ts";
import { WORK_FOLDER } from "./work-folder.ts";

const log = createLog({ part: "test", level: "silent" });
const { signal } = new AbortController();
const DAY_MS = 86_400_000;
let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.backups.close(); // or it would follow the plans below
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

test("a scheduled backup, with or without music, is verified by a restore and replaces an older one", async () => {
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

test("a closing server stops the running backup and leaves nothing of it", async () => {
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

test("a backup that can't be written is reported and leaves nothing, and a missing folder is refused", async () => {
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
  expect(lastFailure?.reason).toBe(`there is no folder ${missing}: is its disk mounted?`);
  await expect(stat(missing)).rejects.toThrow("ENOENT");
});

const limits = { timeout: 100_000, interval: 50 };
