import { createLogTo } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { createStationEvents } from "../events/station-events.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";
import { Library } from "./library.ts";
import { listKnownFiles } from "./known-file-store.ts";
import { testMedia } from "../media/test-media.ts";

let opened: TestDatabase;
let music: string;
let lines: string[];
let library: Library;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ["tracks", "refused_files", "music_folders"])
    await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  music = await mkdtemp(path.join(tmpdir(), "neonrelay-offline-"));
  lines = [];
  const log = createLogTo((line) => lines.push(line), { part: "test", level: "info" });
  const { database, dataDir } = opened;
  const config = { dataDir, musicDirs: [music], demoMusic: false };
  const events = createStationEvents(log);
  library = new Library({ database, events, config, media: testMedia, moveBelongings, log });
});
afterEach(async () => {
  await library.close();
  await rm(music, { recursive: true, force: true });
});

async function addMusic(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(path.join(folder, `${name}.mp3`), name);
}

/** Scans all folders once. @returns the names of the files in the library */
async function scan(): Promise<readonly string[]> {
  await library.importFolder(music, () => {});
  const known = await listKnownFiles(opened.database.connection);
  return known
    .filter(({ status }) => status === "track")
    .map((file) => path.basename(file.path, ".mp3"))
    .sort();
}

test("a missing music folder or empty mount point marks nothing as missing and is reported once", async () => {
  await addMusic(path.join(music, "a"), ["one", "two"]);
  expect(await scan()).toEqual(["one", "two"]);

  await rename(music, `${music}-away`);
  expect(await scan()).toEqual(["one", "two"]);
  await mkdir(music);
  expect(await scan()).toEqual(["one", "two"]);
  expect(await scan()).toEqual(["one", "two"]);
  await rm(music, { recursive: true });
  await rename(`${music}-away`, music);
  await rm(path.join(music, "a", "two.mp3"));

  expect(await scan()).toEqual(["one"]);
  expect(lines.filter((line) => line.includes("music folder is offline"))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("music folder is back"))).toHaveLength(1);
});

test("a folder emptied or removed within a music folder takes its tracks along", async () => {
  await addMusic(path.join(music, "a"), ["one"]);
  await addMusic(path.join(music, "b"), ["two"]);
  await addMusic(music, ["three"]);
  expect(await scan()).toEqual(["one", "three", "two"]);

  await rm(path.join(music, "a", "one.mp3"));
  await rm(path.join(music, "b"), { recursive: true });

  expect(await scan()).toEqual(["three"]);
});

test("a folder linked into itself is visited once", async () => {
  await addMusic(path.join(music, "a"), ["one"]);
  await symlink(music, path.join(music, "a", "again"));
  await symlink(".", path.join(music, "a", "self"));

  expect(await scan()).toEqual(["one"]);
});

test(
  "tracks on a share within a music folder stay while it is unmounted",
  { tags: ["root"] },
  async () => {
    const share = path.join(music, "nas");
    await mkdir(share);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", share]);
    try {
      await addMusic(path.join(share, "deep"), ["one"]);
      await addMusic(music, ["two"]);
      expect(await scan()).toEqual(["one", "two"]);
    } finally {
      execFileSync("umount", [share]);
    }

    expect(await scan()).toEqual(["one", "two"]);
    expect(lines.join("\n")).toContain(share);
    await rm(share, { recursive: true });
    expect(await scan()).toEqual(["two"]);
  },
);
