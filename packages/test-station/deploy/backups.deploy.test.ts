// @module-tag ffmpeg
import type { DoctorReport } from "@neonrelay/contract";
import { s3Keys, TestS3 } from "@neonrelay/on-air/test-s3";
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
import { environmentOf, scanLimit, TestStation, until } from "../src/test-station.ts";
import { makeNoise } from "../src/tones.ts";
import { BackupOperator } from "./backup-operator.ts";

const run = promisify(execFile);
const stationMain = fileURLToPath(new URL("../../launcher/src/station-main.ts", import.meta.url));
const SECRET = s3Keys.secretAccessKey;
let storage: TestS3;
let music: string;
let second: string;
let station: TestStation;
let operator: BackupOperator;

beforeAll(async () => {
  storage = await TestS3.start();
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  second = await mkdtemp(path.join(os.tmpdir(), "neonrelay-restored-"));
  station = await TestStation.start({ musicDirs: [music] });
  operator = await BackupOperator.signIn(station, storage);
  for (const title of ["One", "Two"]) await addTrack(title);
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await storage?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
  await rm(second, { recursive: true, force: true });
});

test("a storage is tested before use, and problems are named in words", async () => {
  const problems = [
    await operator.problemOf({ accessKeyId: "UNKNOWN" }),
    await operator.problemOf({ secretAccessKey: "a-wrong-one" }),
    await operator.problemOf({ region: "eu-north-1" }),
    await operator.problemOf({ bucket: "no-such-bucket" }),
    await operator.problemOf({ endpoint: `http://127.0.0.1:${await freePort()}` }),
    await operator.problemOf({}),
  ];

  expect(problems).toEqual([
    "the storage doesn't know this access key ID",
    "the storage refused the key: check the secret access key and the region",
    "the storage refused the region: it is 'us-east-1'",
    "the storage has no bucket 'no-such-bucket'",
    expect.stringMatching(/^127\.0\.0\.1:\d+ can't be reached.+ECONNREFUSED/),
    null,
  ]);
  expect((await storage.objects()).filter((name) => name.includes("trial"))).toEqual([]);
});

test.each([20, -20])(
  "a clock that is %i minutes off is named, since the storage then refuses every request",
  async (minutes) => {
    storage.clockAheadMs = minutes * 60_000;
    const problem = await operator.problemOf({});
    storage.clockAheadMs = 0;

    expect(problem).toBe(
      "the clock of this machine differs from the storage's by too much: set it right, best by NTP",
    );
  },
);

test("a busy storage is retried", async () => {
  storage.busyRequests = 2;
  const soon = await operator.problemOf({});
  storage.busyRequests = Infinity;
  const never = await operator.problemOf({});
  storage.busyRequests = 0;

  expect([soon, never]).toEqual([null, "the storage answered 503 SlowDown"]);
});

test("a storage that dies or hangs during an upload gets no backup, and the next one is complete", async () => {
  storage.interruption = { afterBytes: 20_000, by: "kill" };
  const died = await operator.failToBackUp();
  const afterDeath = await backupsAtStorage();
  await storage.run();
  const first = await operator.backUp();

  await addTrack("Three");
  storage.interruption = { afterBytes: 20_000, by: "hang" };
  const [stood, tried, found] = await Promise.all([
    operator.failToBackUp(),
    until("the storage stands still", () => storage.interruption === null).then(() =>
      operator.problemOf({}),
    ),
    until("the storage stands still", () => storage.interruption === null).then(doctorsFinding),
  ]);
  storage.goOn();
  const second = await operator.backUp();

  expect(died).toMatch(/^127\.0\.0\.1:\d+ can't be reached, or the connection broke/);
  expect(afterDeath).toEqual([]);
  expect(first.backups).toHaveLength(1);
  expect(stood).toMatch(/^127\.0\.0\.1:\d+ does not answer in time$/);
  expect(tried).toBe("the storage does not answer in time");
  expect(found).toEqual(["bad", "the storage does not answer in time"]);
  expect(second.backups).toHaveLength(1);
  expect(second.backups).not.toEqual(first.backups);
  const songs = await songsAtStorage();
  expect(await Promise.all(songs.map(checksumOf))).toEqual(
    songs.map((name) => path.basename(name)),
  );
});

test("music is sent once for all backups, a broken connection leaves no backup, and a wiped station restores from the storage", async () => {
  const known = await operator.tracks();
  const first = await operator.backUp();
  const songs = await songsAtStorage();
  const sentAt = await Promise.all(songs.map(timeOf));
  await addTrack("Four");

  storage.interruption = { afterBytes: 20_000, by: "cut" };
  const cut = await operator.failToBackUp();
  const left = await backupsAtStorage();
  storage.interruption = null;
  const later = await operator.backUp();
  const sentSince = await Promise.all(songs.map(timeOf));
  const text = JSON.stringify(later);

  expect(first.backups).toHaveLength(1);
  expect(songs).toHaveLength(known);
  expect(cut).toContain("the connection broke");
  expect(left).toHaveLength(2); // the first backup and its list
  expect(later.backups).toHaveLength(1);
  expect(later.backups).not.toEqual(first.backups);
  expect(await backupsAtStorage()).toHaveLength(2);
  expect(await songsAtStorage()).toHaveLength(known + 1);
  expect(sentSince).toEqual(sentAt);
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
  operator = await BackupOperator.signIn(station, storage);
  await station.stop();

  const printed = await command("restore", "--stored");

  expect(printed).toMatch(/^\w+\.mp3 could not be restored: .+ is damaged/m);
  expect(printed).toContain(`music files put back: ${known}`);
  expect(await readdir(path.join(second, "music", "restored"))).toHaveLength(known);
  station = await TestStation.start({ dataDir: second });
  operator = await BackupOperator.signIn(station, storage);
  await untilTracks(known);
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: 100_000, limitMs: 60_000 });
});

/** @returns the doctor's finding about backups */
async function doctorsFinding(): Promise<readonly unknown[]> {
  const { body } = await operator.visitor.call("GET", "/api/system/doctor");
  const { checks }: DoctorReport = Object(body);
  const check = checks.find(({ id }) => id === "backups");
  return [check?.state, check?.found];
}

async function addTrack(title: string): Promise<void> {
  const before = await operator.tracks();
  await makeNoise({ file: path.join(music, `${title}.mp3`), seconds: 4, title });
  await untilTracks(before + 1);
}

async function untilTracks(count: number): Promise<void> {
  const areThere = async () => (await operator.tracks()) === count;
  await until(`the library has ${count} tracks`, areThere, scanLimit);
}

/** Backup files and their lists. */
async function backupsAtStorage(): Promise<readonly string[]> {
  return (await storage.objects()).filter((name) => name.includes("/scheduled-"));
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

async function command(...args: readonly string[]): Promise<string> {
  const env = { ...(await environmentOf(second)), DEMO_MUSIC: "off", MUSIC_DIRS: "" };
  const { stdout, stderr } = await run(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", stationMain, ...args],
    { env },
  );
  return stdout + stderr;
}
