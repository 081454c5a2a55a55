import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorkFolder, removeUnfinished } from "./work-folder.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-work-"));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

test("what an interrupted backup or restore left is removed, and nothing else", async () => {
  await writeFile(path.join(await openWorkFolder(dataDir), "backup.gz"), "half of one");
  await mkdir(path.join(dataDir, "music", ".restoring", "track"), { recursive: true });
  await mkdir(path.join(dataDir, "music", "restored"));
  await mkdir(path.join(dataDir, "backups"));

  await removeUnfinished(dataDir);
  await removeUnfinished(dataDir);

  expect(await readdir(dataDir)).toEqual(["backups", "music"]);
  expect(await readdir(path.join(dataDir, "music"))).toEqual(["restored"]);
});
