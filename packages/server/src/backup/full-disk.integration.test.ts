import { defaultBackupPlan } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAccount } from "../accounts/account-store.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { MINIMUM_FREE_BYTES } from "../database/database.ts";
import { addTestTracks } from "../database/test-database.ts";
import { ScheduledBackups } from "./scheduled-backups.ts";
import { WORK_FOLDER } from "./work-folder.ts";

const run = promisify(execFile);
const log = createLog({ part: "test", level: "silent" });
const MEBIBYTE = 1024 ** 2;
const OLD = "scheduled-2026-03-10T04-00-00Z.backup.gz";
let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.backups.close(); // or it would follow the plans below
  folder = path.join(server.dataDir, "small-disk");
  await mkdir(folder);
  await insertAccount(server.database.connection, {
    id: randomUUID(),
    username: "mira",
    email: "mira@radio.example",
    role: "super_admin",
    passwordHash: null,
  });
  const [id = ""] = await addTestTracks(server.database, ["Long"]);
  const music = path.join(server.dataDir, "long.mp3");
  await writeFile(music, "");
  const sizeBytes = 64 * MEBIBYTE;
  await truncate(music, sizeBytes);
  await server.database.connection.execute(
    sql`update tracks set path = ${music}, size_bytes = ${sizeBytes} where id = ${id}`,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const ROOMY = `size=${MINIMUM_FREE_BYTES + 32 * MEBIBYTE}`;
const tooLittle = (disk: string) =>
  `too little room on the disk of ${disk}: ${MINIMUM_FREE_BYTES / MEBIBYTE} MiB of it must stay free`;
const noRoom = (disk: string) =>
  `there is no room on the disk of ${disk}: free some space, or keep fewer backups`;

// Only root can create a small disk.
test.for([
  { disk: "runs full of music", options: ROOMY, tried: () => null, failed: tooLittle },
  {
    disk: "is smaller than what must stay free",
    options: `size=${16 * MEBIBYTE}`,
    tried: tooLittle,
    failed: tooLittle,
  },
  // Its own folder, and the older backup.
  { disk: "takes no third file", options: `${ROOMY},nr_inodes=2`, tried: noRoom, failed: noRoom },
])(
  "a backup to a disk that $disk fails with a reason, leaves nothing and keeps older ones",
  { tags: ["root"] },
  async ({ options, tried, failed }) => {
    await using disk = await mountSmallDisk(options);
    const older = path.join(disk.folder, OLD);
    await writeFile(older, "older");
    const backups = new ScheduledBackups({ ...server, log });
    const plan = { ...defaultBackupPlan, keep: 1, withMusic: true, folder: disk.folder };
    await backups.change(plan);

    const problem = await backups.try(plan);
    await backups.start();
    await backups.settled();
    const view = await backups.view();
    await backups.close();

    expect(problem).toBe(tried(disk.folder));
    expect(view.lastFailure?.reason).toBe(failed(disk.folder));
    expect(view.backups.map(({ name }) => name)).toEqual([OLD]);
    expect(await readdir(disk.folder)).toEqual([OLD]);
    expect(await readFile(older, "utf8")).toBe("older");
    expect(await readdir(path.join(server.dataDir, WORK_FOLDER))).toEqual([]);
  },
);

async function mountSmallDisk(
  options: string,
): Promise<AsyncDisposable & { readonly folder: string }> {
  await run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  return {
    folder,
    [Symbol.asyncDispose]: async () => void (await run("umount", ["--lazy", folder])),
  };
}
