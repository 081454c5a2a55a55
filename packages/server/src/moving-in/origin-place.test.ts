import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { create } from "tar";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOriginPlace, removeUnfinishedOrigins } from "./origin-place.ts";
import { tarOf, tarZstOf, zipOf, type TestFiles } from "./test-archives.ts";

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-archive-"));
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-archive-data-"));
});
afterEach(async () => {
  for (const each of [folder, dataDir]) await rm(each, { recursive: true, force: true });
});

/** Laid out like an AzuraCast backup. */
const backup: TestFiles = {
  "var/azuracast/www_tmp/azuracast_backup_mariadb/db.sql": "a dump",
  "var/azuracast/stations/one/media/A/one.mp3": "sound",
  "var/azuracast/stations/one/album_art/1.jpg": "a picture",
};
const music = "var/azuracast/stations/one/media/A/one.mp3";

async function put(name: string, bytes: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function filesIn(place: string): Promise<readonly string[]> {
  const found = await readdir(place, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

const kinds: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ["backup.zip", async () => zipOf(backup)],
  ["backup.tar.gz", async () => await tarOf(backup, { folder, gzip: true })],
  ["backup.tar", async () => await tarOf(backup, { folder, gzip: false })],
  ["backup.tzst", async () => await tarZstOf(backup, folder)],
];

test.for(kinds)("%s is read: its music stays, the rest is removed", async ([name, make]) => {
  const given = await put(name, await make());

  const opened = await openOriginPlace(given, { dataDir, isDryRun: false });
  const read = await filesIn(opened.place);
  const { folder: kept, maps } = await opened.takeMusic();
  await opened[Symbol.asyncDispose]();

  const dump = "var/azuracast/www_tmp/azuracast_backup_mariadb/db.sql";
  expect(read).toEqual([music, dump]);
  expect(kept).toBe(path.join(dataDir, "music", "moved-in", name));
  expect(maps).toEqual([{ from: opened.place, to: kept }]);
  expect(await filesIn(dataDir)).toEqual([path.join("music/moved-in", name, music)]);
  expect(await readFile(path.join(kept ?? "", music), "utf8")).toBe("sound");
});

test("a dry run leaves nothing behind, yet knows the names of the music", async () => {
  const given = await put("backup.zip", zipOf(backup));

  const opened = await openOriginPlace(given, { dataDir, isDryRun: true });
  const { folder: known } = await opened.takeMusic();
  const named = await filesIn(known ?? "");
  await opened[Symbol.asyncDispose]();

  expect(named).toContain(music);
  expect(await readdir(path.join(dataDir, "music"))).toEqual([]);
});

test("a hostile, damaged or far too large archive is refused with a reason and leaves nothing behind", async () => {
  const outside = path.join(folder, "outside");
  await writeFile(outside, "not of the archive");
  await symlink("/etc", path.join(folder, "link.mp3"));
  const whole = await tarOf(backup, { folder, gzip: true });
  const climbing = path.join(folder, "climbing.tar");
  await create({ file: climbing, cwd: path.join(folder, "source"), preservePaths: true }, [
    "../outside",
  ]);
  const linked = path.join(folder, "linked.tar");
  await create({ file: linked, cwd: folder }, ["link.mp3"]);
  const given = [
    climbing,
    linked,
    await put("climbing.zip", zipOf({ "../../outside.mp3": "x" })),
    await put("absolute.zip", zipOf({ "/etc/passwd.mp3": "x" })),
    await put("bomb.zip", zipOf({ "db.sql": Buffer.alloc(64 * 1024 ** 2) })),
    await put("cut.tar.gz", whole.subarray(0, whole.length - 40)),
    await put("cut.zip", zipOf(backup).subarray(0, 300)),
    await put("format.tar", await tarOf({ "toc.dat": "PGDMP" }, { folder, gzip: false })),
  ];

  const said: string[] = [];
  for (const file of given)
    said.push(
      await openOriginPlace(file, { dataDir, isDryRun: false }).then(
        () => "opened",
        (error: unknown) => String(error),
      ),
    );

  expect(said).toEqual([
    expect.stringContaining("would lie outside its folder: ../outside"),
    expect.stringContaining("the archive has no files"),
    expect.stringContaining("invalid relative path: ../../outside.mp3"),
    expect.stringContaining("absolute path: /etc/passwd.mp3"),
    expect.stringContaining("more than 200 times larger"),
    expect.stringContaining("the archive can't be read"),
    expect.stringContaining("the archive can't be read"),
    expect.stringContaining("pg_restore -f dump.sql"),
  ]);
  expect(await readdir(path.join(dataDir, "music"))).toEqual([]);
});

test("leftovers of a killed run are removed, and music stays", async () => {
  await mkdir(path.join(dataDir, "music"));
  await writeFile(path.join(dataDir, "music", "own.mp3"), "sound");
  await openOriginPlace(await put("backup.zip", zipOf(backup)), { dataDir, isDryRun: false });
  const left = await filesIn(dataDir);

  await removeUnfinishedOrigins(dataDir);
  await removeUnfinishedOrigins(path.join(dataDir, "not-there"));

  expect(left).toHaveLength(3);
  expect(await filesIn(dataDir)).toEqual(["music/own.mp3"]);
});
