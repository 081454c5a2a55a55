// @module-tag ffmpeg
import { defaultBackupPlan, type BackupPlan, type ScheduledBackups } from "@neonrelay/contract";
import { freePort } from "@neonrelay/process/test-peer-process";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StreamListener } from "../src/stream-listener.ts";
import { environmentOf, scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeNoise } from "../src/tones.ts";
import { BUCKET, s3Keys, TestS3 } from "./test-s3.ts";

const run = promisify(execFile);
const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));
const SECRET = s3Keys.secretAccessKey;
const LONG = { limitMs: 180_000 };
let storage: TestS3;
let music: string;
let second: string;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  storage = await TestS3.start();
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  second = await mkdtemp(path.join(os.tmpdir(), "neonrelay-second-"));
  for (const title of ["One", "Two"])
    await makeNoise({ file: path.join(music, `${title}.mp3`), seconds: 20, title });
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
  await until("both tracks are there", async () => (await tracks(operator)) === 2, scanLimit);
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await storage?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
  await rm(second, { recursive: true, force: true });
});

test("a storage is tried before it is used, and what is wrong is said in words", async () => {
  const store = storeOf();

  const problems = [
    await problemOf({ ...store, accessKeyId: "UNKNOWN" }),
    await problemOf({ ...store, bucket: "no-such-bucket" }),
    await problemOf({ ...store, endpoint: `http://127.0.0.1:${await freePort()}` }),
    await problemOf(store),
  ];

  expect(problems).toEqual([
    "the storage doesn't know this access key ID",
    "the storage has no bucket 'no-such-bucket'",
    expect.stringMatching(/^127\.0\.0\.1:\d+ can't be reached.+ECONNREFUSED/),
    null,
  ]);
  expect(await storage.objects()).toEqual([]);
});

test("music is sent once for all backups, a broken connection leaves no backup, and a wiped station comes back from there", async () => {
  await operator.call("PUT", "/api/system/backups", planWith({ keep: 1 }));
  const first = await backUp();
  const songs = await songsAtStorage();
  const sentAt = await Promise.all(songs.map(timeOf));
  await makeNoise({ file: path.join(music, "Three.mp3"), seconds: 20, title: "Three" });
  await until("the new track is there", async () => (await tracks(operator)) === 3, scanLimit);

  storage.cutAfterBytes = 100_000;
  await operator.call("POST", "/api/system/backups");
  const cut = await until(
    "the failure is shown",
    async () => {
      const seen = await view();
      return !seen.isRunning && seen.lastFailure !== null && seen;
    },
    LONG,
  );
  const left = (await storage.objects()).filter((name) => !name.includes("/music/"));
  storage.cutAfterBytes = null;
  const later = await backUp();
  const known = await Promise.all(songs.map(timeOf));
  const text = JSON.stringify(later);

  expect(first.backups).toHaveLength(1);
  expect(songs).toHaveLength(2);
  expect(cut.lastFailure?.reason).toContain("the connection broke");
  expect(left).toHaveLength(2); // the first backup and its list
  expect(later.backups).toHaveLength(1);
  expect(later.backups).not.toEqual(first.backups);
  expect(await storage.objects()).toHaveLength(5);
  expect(known).toEqual(sentAt);
  expect(await Promise.all((await songsAtStorage()).map(checksumOf))).toEqual(
    (await songsAtStorage()).map((name) => path.basename(name)),
  );
  expect(text).not.toContain(SECRET);
  expect(station.lines.join("\n")).not.toContain(SECRET);

  await station[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
  const [damaged = ""] = songs;
  await writeFile(storage.fileOf(damaged), "no sound");
  station = await TestStation.start({ dataDir: second });
  operator = await station.operator();
  await operator.call("PUT", "/api/system/backups", planWith({ keep: 1 }));
  await station.stop();

  const printed = await command("restore", "--stored");

  expect(printed).toMatch(/^\w+\.mp3 could not be restored: .+ is damaged/m);
  expect(printed).toContain("music files put back: 2");
  expect(await readdir(path.join(second, "music", "restored"))).toHaveLength(2);
  station = await TestStation.start({ dataDir: second });
  operator = await station.operator();
  await until(
    "the restored tracks are there",
    async () => (await tracks(operator)) === 2,
    scanLimit,
  );
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: 100_000, limitMs: 60_000 });
});

function storeOf(): NonNullable<BackupPlan["store"]> {
  const { endpoint } = storage;
  return { endpoint, region: "us-east-1", bucket: BUCKET, folder: "one/station", ...s3Keys };
}

function planWith(changed: Partial<BackupPlan>): BackupPlan {
  return { ...defaultBackupPlan, withMusic: true, store: storeOf(), ...changed };
}

async function problemOf(store: BackupPlan["store"]): Promise<unknown> {
  const { body } = await operator.call("POST", "/api/system/backups/trial", planWith({ store }));
  return Object(body).problem;
}

async function view(): Promise<ScheduledBackups> {
  const { body } = await operator.call("GET", "/api/system/backups");
  return Object(body);
}

/** Makes one, and waits for it. */
async function backUp(): Promise<ScheduledBackups> {
  const before = (await view()).backups[0]?.name;
  await operator.call("POST", "/api/system/backups");
  return await until(
    "the backup is made",
    async () => {
      const seen = await view();
      if (seen.isRunning) return false;
      if (seen.lastFailure !== null) throw new Error(seen.lastFailure.reason);
      return seen.backups[0]?.name !== before && seen;
    },
    LONG,
  );
}

async function songsAtStorage(): Promise<readonly string[]> {
  return (await storage.objects()).filter((name) => name.includes("/music/"));
}

async function checksumOf(name: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(storage.fileOf(name)))
    .digest("hex");
}

async function timeOf(name: string): Promise<number> {
  return (await stat(storage.fileOf(name))).mtimeMs;
}

async function tracks(visitor: Visitor): Promise<number> {
  const { body } = await visitor.call("GET", "/api/library/stats");
  return Object(body).tracks;
}

async function command(...args: readonly string[]): Promise<string> {
  const env = { ...(await environmentOf(second)), DEMO_MUSIC: "off", MUSIC_DIRS: "" };
  const { stdout, stderr } = await run(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", stationMain, ...args],
    { env },
  );
  return stdout + stderr;
}
