import { sql } from "drizzle-orm";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addMusicFolder } from "../library/music-folder-store.ts";
import { listTrackFiles } from "../library/track-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { createOwnLibrary } from "../api/test-own-library.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { writeArchive } from "./backup.ts";
import { readBackup } from "./read-backup.ts";
import { WORK_FOLDER } from "./work-folder.ts";
import { tarHeader } from "./tar-headers.ts";

const target = "/api/system/backup/music";
/** More than the buffers between two programs on one machine. */
const LARGE_BYTES = 24 * 1024 ** 2;
/** Longer than this process, which has both ends, is delayed on a busy machine. */
const STALL_MS = 5000;
const run = promisify(execFile);
/** Has the music. */
let elsewhere: TestServer;
let owner: SignedInBrowser;
/** Receives it. */
let server: TestServer;
let folder: string;
let songs: readonly { readonly id: string; readonly file: string; readonly content: Buffer }[];
beforeAll(async () => {
  const limits = { downloadStallMs: STALL_MS };
  [elsewhere, server] = await Promise.all([startTestServer({}, { limits }), startTestServer()]);
  owner = await elsewhere.signIn("super_admin");
  folder = path.join(elsewhere.dataDir, "album");
  await mkdir(folder);
});
afterAll(async () => {
  await elsewhere[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await elsewhere.database.connection.execute(sql`delete from tracks`);
  songs = [await addSong("First Tide"), await addSong("Ångström über alles", 1025)];
});

test("a backup with music brings a library with its files to another station, once", async () => {
  const file = path.join(server.dataDir, "whole.tar");
  await writeFile(file, await buffer(await download()));
  // As on another machine, which has none of it.
  await rename(folder, `${folder}-away`);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rename(`${folder}-away`, folder));

  const { stdout } = await run("tar", ["-tf", file, "--quoting-style=literal"]);
  const first = await readBackup(server, file);
  const placed = await listTrackFiles(server.database.connection);
  const second = await readBackup(server, file);

  expect(stdout.trim().split("\n").toSorted()).toEqual(
    [
      "checksums.sha256",
      "station.backup.gz",
      ...songs.map(({ id, file: song }) => `music/${id}/${path.basename(song)}`),
    ].toSorted(),
  );
  expect([first.musicFiles, second.musicFiles]).toEqual([2, 0]);
  expect(placed).toHaveLength(2);
  for (const { id, content } of songs) {
    const place = placed.find((track) => track.id === id)?.path ?? "";
    expect(place).toContain(path.join(server.dataDir, "music", "restored", id));
    expect(await readFile(place)).toEqual(content);
  }
  expect(await listTrackFiles(server.database.connection)).toEqual(placed);
  expect(await knownByScan(server)).toBe(true);
  expect(await leftBehind()).toEqual([]);
});

test("a backup with music plays from another data folder on the same machine, where the old files still exist", async () => {
  const file = path.join(server.dataDir, "neighbour.tar");
  await writeArchive(elsewhere, { file, createdAt: new Date(), keepFreeBytes: 0 });
  await using library = libraryOf(server);

  const { musicFiles, tracksWithoutFile } = await readBackup(server, file);
  await library.scan();

  const placed = await listTrackFiles(server.database.connection);
  expect([musicFiles, tracksWithoutFile]).toEqual([2, 0]);
  expect(placed).toHaveLength(2);
  for (const { path: place } of placed)
    expect(place).toContain(path.join(server.dataDir, "music", "restored"));
});

test("music in an imported folder stays there, and tracks without a file are counted", async () => {
  const file = path.join(server.dataDir, "imported.tar");
  await addMusicFolder(elsewhere.database.connection, folder);
  await addTestTracks(elsewhere.database, ["Lost For Good"]);
  await writeArchive(elsewhere, { file, createdAt: new Date(), keepFreeBytes: 0 });

  const { musicFiles, tracksWithoutFile } = await readBackup(server, file);

  expect([musicFiles, tracksWithoutFile]).toEqual([0, 1]);
  await elsewhere.database.connection.execute(sql`delete from music_folders`);
});

test("damaged music in a backup is named even if the station has it intact, and the backup is restored", async () => {
  const file = path.join(server.dataDir, "worn.tar");
  await writeArchive(elsewhere, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const whole = await readBackup(server, file);
  const content = await readFile(file);
  const [song] = songs;
  const place = content.indexOf(song?.content.subarray(0, 64) ?? "");
  content[place + 5000] = (content[place + 5000] ?? 0) ^ 1;
  await writeFile(file, content);

  const worn = await readBackup(server, file);

  expect(whole.damagedFiles).toEqual([]);
  expect(worn).toMatchObject({
    musicFiles: 0,
    damagedFiles: [`music/${song?.id}/First Tide.mp3`],
  });
});

test("one flipped byte of music is noticed before anything changes", async () => {
  const file = path.join(server.dataDir, "flipped.tar");
  await writeArchive(elsewhere, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const { stdout } = await run("sh", [
    "-c",
    'tar -xf "$0" --one-top-level="$0.d" && cd "$0.d" && sha256sum -c checksums.sha256 && rm -r "$0.d"',
    file,
  ]);
  const content = await readFile(file);
  const [song] = songs;
  const place = content.indexOf(song?.content.subarray(0, 64) ?? "");
  content[place + 5000] = (content[place + 5000] ?? 0) ^ 1;
  await writeFile(file, content);
  const before = await listTrackFiles(server.database.connection);

  const restoring = readBackup(server, file);

  await expect(restoring).rejects.toThrow(`its file music/${song?.id}/First Tide.mp3 is damaged`);
  expect(stdout.trim().split("\n")).toHaveLength(3);
  expect(await listTrackFiles(server.database.connection)).toEqual(before);
  expect(await leftBehind()).toEqual([]);
});

test("music without checksums is refused, unless its release wrote none", async () => {
  const whole = await buffer(await download());
  const list = whole.lastIndexOf("checksums.sha256");
  const bare = Buffer.concat([whole.subarray(0, list), Buffer.alloc(1024)]);
  const file = path.join(server.dataDir, "bare.tar");
  await writeFile(file, bare);

  const restoring = readBackup(server, file);

  await expect(restoring).rejects.toThrow("its list of checksums is missing");
});

test("unchanged music stays in place when a backup with music is restored", async () => {
  const file = path.join(elsewhere.dataDir, "same.tar");
  await writeArchive(elsewhere, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const before = await listTrackFiles(elsewhere.database.connection);
  const [lost] = songs;
  await rm(lost?.file ?? "");

  const { musicFiles } = await readBackup({ ...elsewhere, musicDirs: [folder] }, file);

  const after = await listTrackFiles(elsewhere.database.connection);
  const moved = after.filter(
    ({ id, path: now }) => before.find((one) => one.id === id)?.path !== now,
  );
  expect(musicFiles).toBe(1);
  expect(moved.map(({ id }) => id)).toEqual([lost?.id]);
  expect(await readFile(moved[0]?.path ?? "")).toEqual(lost?.content);
  owner = await elsewhere.signIn("super_admin");
});

test("a truncated, damaged or foreign backup with music changes nothing and leaves nothing", async () => {
  const whole = await buffer(await download());
  const before = await listTrackFiles(server.database.connection);
  const end = whole.length - 1024;
  const [song] = songs;
  const entry = (folderName: string, name: string) =>
    Buffer.concat([
      whole.subarray(0, end),
      tarHeader({ folder: folderName, name, sizeBytes: 512, modifiedAtMs: 0 }),
      Buffer.alloc(512 + 1024),
    ]);
  const files = {
    "half.tar": whole.subarray(0, whole.length / 2),
    "no-end.tar": whole.subarray(0, end),
    "strange.tar": Buffer.concat([
      whole.subarray(0, end),
      Buffer.alloc(512, "x"),
      whole.subarray(end),
    ]),
    "outside.tar": entry("../../etc", "passwd"),
    "program.tar": entry(`music/${song?.id}`, "run.sh"),
    "twice.tar": entry(`music/${song?.id}`, "again.mp3"),
    "other.tar": Buffer.concat([
      tarHeader({ folder: "", name: "holiday.gz", sizeBytes: 512, modifiedAtMs: 0 }),
      Buffer.alloc(512 + 1024),
    ]),
    "rows.tar": Buffer.concat([rowless, Buffer.alloc(1024)]),
  };

  const reasons: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(server.dataDir, name);
    await writeFile(file, content);
    reasons.push(await readBackup(server, file).then(String, (error: Error) => error.message));
    await rm(file);
  }

  expect(reasons).toEqual([
    "it is incomplete or damaged",
    "it is incomplete or damaged",
    "it is damaged between its music files",
    "it holds '../../etc/passwd', which does not belong in a backup",
    `it holds 'music/${song?.id}/run.sh', which does not belong in a backup`,
    `it holds 'music/${song?.id}/again.mp3', which does not belong in a backup`,
    "it is not a backup of a station",
    "it has no station_settings",
  ]);
  expect(await listTrackFiles(server.database.connection)).toEqual(before);
  expect(await leftBehind()).toEqual([]);
});

test("backups with music are downloaded one at a time, and a stalled client makes room for the next", async () => {
  await addSong("Long One", LARGE_BYTES);
  const stalled = await download();
  const cutOff = once(stalled, "error");
  const refused = await owner.call("GET", target);
  const admin = await elsewhere.signIn("admin");
  const forbidden = await admin.call("GET", target);

  const next = await vi.waitFor(download, { timeout: 20_000, interval: 100 });
  const length = (await buffer(next)).length;

  expect([refused.status, refused.body]).toEqual([
    409,
    {
      error: "Another backup with music is being downloaded; wait until it finishes",
      code: "conflict",
    },
  ]);
  expect(forbidden.status).toBe(403);
  expect(length).toBeGreaterThan(LARGE_BYTES);
  stalled.resume();
  expect(String(await cutOff)).toContain("aborted");
  await elsewhere.systemLog.settled();
  const logs = await owner.call("GET", "/api/system-logs?category=operator&q=backup+with+music");
  expect(JSON.stringify(logs.body)).toMatch(/musicFiles\W+3/);
});

test("a file that shrinks during a download aborts it, and no other bytes take its place", async () => {
  const { file } = await addSong("Long One", LARGE_BYTES);
  const broken = await download();
  const failing = once(broken, "error");
  const promised = Number(broken.headers["content-length"]);

  await truncate(file, 1000);
  let received = 0;
  broken.on("data", (chunk: Buffer) => (received += chunk.length));
  const [error] = await failing;

  expect(String(error)).toContain("aborted");
  expect(received).toBeLessThan(promised);
  expect((await buffer(await download())).length).toBeGreaterThan(0);
});

/** An archive whose backup has no rows. */
const rowless = (() => {
  const lines = gzipSync('{"neonRelayBackup":1,"createdAt":"2026-01-31T20:15:00.000Z"}\n');
  const header = tarHeader({
    folder: "",
    name: "station.backup.gz",
    sizeBytes: lines.length,
    modifiedAtMs: 0,
  });
  return Buffer.concat([header, lines, Buffer.alloc(512 - (lines.length % 512))]);
})();

async function addSong(title: string, sizeBytes = 70_000) {
  const [id = ""] = await addTestTracks(elsewhere.database, [title]);
  const file = path.join(folder, `${title}.mp3`);
  const content = randomBytes(sizeBytes);
  await writeFile(file, content);
  const { mtimeMs } = await stat(file);
  await elsewhere.database.connection.execute(sql`
    update tracks set path = ${file}, size_bytes = ${sizeBytes}, modified_at_ms = ${mtimeMs}
    where id = ${id}`);
  return { id, file, content };
}

/** @returns the answer, not read yet */
async function download(): Promise<IncomingMessage> {
  const call = get(new URL(target, elsewhere.origin), {
    headers: { cookie: owner.cookie },
    agent: false,
  });
  const [answer] = await once(call, "response");
  if (answer.statusCode === 200) return answer;
  answer.resume();
  throw new Error(`refused with ${answer.statusCode}`);
}

/** The library of a station that only reads its own data folder. */
function libraryOf(server: TestServer) {
  const library = createOwnLibrary(server);
  return {
    scan: () => library.importFolder(path.join(server.dataDir, "music"), () => {}),
    [Symbol.asyncDispose]: () => library.close(),
  };
}

/** Whether every file is as the library knows it, so that none is read again. */
async function knownByScan({ database }: TestServer): Promise<boolean> {
  const { rows } = await database.connection.execute(
    sql`select path, size_bytes::int as size, modified_at_ms as modified from tracks`,
  );
  const same = rows.map(async ({ path: file, size, modified }) => {
    const found = await stat(String(file));
    return found.size === size && found.mtimeMs === modified;
  });
  return (await Promise.all(same)).every(Boolean);
}

async function leftBehind(): Promise<readonly string[]> {
  const music = await readdir(path.join(server.dataDir, "music")).catch(() => []); // none yet
  const work = await readdir(path.join(server.dataDir, WORK_FOLDER));
  return [...work, ...music.filter((name) => name !== "restored")];
}
