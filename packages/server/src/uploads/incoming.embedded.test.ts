import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import {
  access,
  link,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { FoundFiles } from "../incoming/found-files.ts";
import type { IncomingRow } from "../incoming/incoming-rules.ts";
import { findIncoming, insertIncoming, listIncoming } from "../incoming/incoming-store.ts";
import { FileIntake } from "../library/file-intake.ts";
import { Library } from "../library/library.ts";
import { findTrackByPath } from "../library/track-store.ts";
import { Settings } from "../settings/settings.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";
import { ResumableUploads } from "./resumable-uploads.ts";
import { testMedia } from "../media/test-media.ts";

const log = createLog({ part: "test", level: "silent" });
const DAY_MS = 24 * 60 * 60_000;

let opened: TestDatabase;
let events: StationEvents;
let settings: Settings;
beforeAll(async () => {
  opened = await openTestDatabase();
  events = createStationEvents(log);
  settings = await Settings.load(opened.database, events);
});
afterAll(async () => {
  await settings.close();
  await opened[Symbol.asyncDispose]();
});

const inData = (...parts: readonly string[]) => path.join(opened.dataDir, ...parts);

function openUploads(): Promise<ResumableUploads> {
  const { database, dataDir } = opened;
  const shared = { database, events, settings, dataDir, media: testMedia, log };
  return ResumableUploads.open({
    ...shared,
    intake: new FileIntake(shared),
    minimumFreeBytes: 0,
  });
}

/** Leaves an upload as a killed server would. */
async function left(
  row: Pick<IncomingRow, "name" | "state"> & { readonly content: string; readonly place?: string },
): Promise<string> {
  const id = randomUUID();
  const { content, place, ...rest } = row;
  await insertIncoming(opened.database.connection, {
    ...rest,
    id,
    way: "upload",
    owner: "access-code",
    uploader: "the access code",
    sizeBytes: Buffer.byteLength(content),
    place: place === undefined ? null : inData("incoming", "received", id, place),
  });
  return id;
}

async function writePart(id: string, content: string): Promise<string> {
  await mkdir(inData("incoming", "parts"), { recursive: true });
  await writeFile(inData("incoming", "parts", id), content);
  return inData("incoming", "parts", id);
}

async function writeReceived(id: string, name: string, content: string): Promise<string> {
  await mkdir(inData("incoming", "received", id), { recursive: true });
  await writeFile(inData("incoming", "received", id, name), content);
  return inData("incoming", "received", id, name);
}

async function until(id: string, state: IncomingRow["state"]): Promise<IncomingRow> {
  for (;;) {
    const row = await findIncoming(opened.database.connection, id);
    if (row?.state === state) return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const uploaded = async () => (await readdir(inData("music", "uploads"))).toSorted();

test("a server killed at any step of an upload resumes it, and each file ends up there once", async () => {
  const whole = await left({ name: "whole.mp3", state: "receiving", content: "whole" });
  await writePart(whole, "whole");
  const moved = await left({ name: "moved.mp3", state: "receiving", content: "moved" });
  await writeReceived(moved, "moved.mp3", "moved");
  const heard = await left({
    name: "heard.mp3",
    state: "analysing",
    content: "heard",
    place: "heard.mp3",
  });
  await writeReceived(heard, "heard.mp3", "heard");
  const placed = await left({
    name: "placed.mp3",
    state: "analysing",
    content: "placed",
    place: "placed.mp3",
  });
  const place = await writeReceived(placed, "placed.mp3", "placed");
  await mkdir(inData("music", "uploads"), { recursive: true });
  await link(place, inData("music", "uploads", "without a track.mp3"));
  const half = await left({ name: "half.mp3", state: "receiving", content: "half a file" });
  await writePart(half, "half");

  const uploads = await openUploads();
  for (const id of [whole, moved, heard, placed]) await until(id, "added");
  await uploads.close();

  expect(await findIncoming(opened.database.connection, half)).toMatchObject({
    state: "receiving",
  });
  const names = await uploaded();
  expect(names).toHaveLength(4);
  expect(names).not.toContain("without a track.mp3");
  expect(await readdir(inData("incoming", "received"))).toEqual([]);
  expect(await readdir(inData("incoming", "parts"))).toEqual([half]);
});

test("a file whose track was stored before the server was killed is added, not refused as known", async () => {
  const row = { name: "stored.mp3", state: "analysing", content: "stored" } as const;
  const id = await left({ ...row, place: "stored.mp3" });
  const place = await writeReceived(id, "stored.mp3", "stored");
  const named = inData("music", "uploads", "stored.mp3");
  await mkdir(path.dirname(named), { recursive: true });
  await link(place, named);
  const { size, mtimeMs } = await stat(named);
  const file = { path: named, sizeBytes: size, modifiedAtMs: mtimeMs };
  const { database, dataDir } = opened;
  const intake = new FileIntake({ database, events, dataDir, media: testMedia, log });
  const filed = await Array.fromAsync(intake.addFound([file], AbortSignal.timeout(60_000)));
  const track = await findTrackByPath(database.connection, named);

  const uploads = await openUploads();
  const { trackId } = await until(id, "added");
  await uploads.close();

  expect(filed).toMatchObject([{ kind: "stored", path: named }]);
  expect(trackId).toBe(track?.id);
});

test("the retry of a refused file that is gone says to send it again, and keeps no place for it", async () => {
  const id = await left({ name: "gone.mp3", state: "refused", content: "-", place: "gone.mp3" });

  const uploads = await openUploads();
  const retried = await uploads.retry({ ids: [id] });
  await expect
    .poll(async () => (await findIncoming(opened.database.connection, id))?.reason)
    .toBe("The station no longer has this file; send it again");
  await uploads.close();

  expect(retried).toBe(1);
  expect(await findIncoming(opened.database.connection, id)).toMatchObject({
    state: "refused",
    place: null,
  });
});

test("an upload that received nothing for a day is abandoned and its parts are removed", async () => {
  const id = await left({ name: "old.mp3", state: "receiving", content: "an old file" });
  const part = await writePart(id, "an");
  const longAgo = new Date(Date.now() - DAY_MS - 1000);
  await utimes(part, longAgo, longAgo);

  const uploads = await openUploads();
  const row = await until(id, "refused");
  await uploads.close();

  expect(row.reason).toBe("The upload was given up: nothing came for a day. Send the file again");
  await expect(access(part)).rejects.toThrow("ENOENT");
});

test("setting the clock ahead by a day abandons no upload", async () => {
  const id = await left({ name: "begun.mp3", state: "receiving", content: "a begun file" });
  const part = await writePart(id, "a be");
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  try {
    const uploads = await openUploads();
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    vi.advanceTimersByTime(60 * 60_000);
    await uploads.close();
  } finally {
    vi.useRealTimers();
  }

  await access(part);
  expect(await findIncoming(opened.database.connection, id)).toMatchObject({ state: "receiving" });
});

test("a scan's files are listed with their reasons, and a refused one is read again on a retry", async () => {
  const music = await mkdtemp(path.join(tmpdir(), "neonrelay-music-"));
  await writeFile(path.join(music, "good.mp3"), "good");
  await writeFile(path.join(music, "bad.mp3"), "bad");
  const { database, dataDir } = opened;
  const config = { dataDir, musicDirs: [], demoMusic: false };
  const library = new Library({ database, events, config, media: testMedia, moveBelongings, log });
  const uploads = await openUploads();
  const found = async () => {
    const filter = { way: "import" } as const;
    const rows = await listIncoming(database.connection, { filter, offset: 0, limit: 10 });
    return rows.map(({ name, state, reason }) => ({ name, state, reason }));
  };

  await library.importFolder(music, () => {});
  const listed = await found();
  const retried = await uploads.retry({});
  const afterRetry = await found();
  await library.importFolder(music, () => {});
  const again = await found();
  const dismissed = await uploads.dismiss({});
  await uploads.close();
  await library.close();
  await rm(music, { recursive: true });

  const bad = { name: "bad.mp3", state: "refused", reason: "This is not audio" };
  const good = { name: "good.mp3", state: "added", reason: null };
  expect(listed).toHaveLength(2);
  expect(listed).toEqual(expect.arrayContaining([good, bad]));
  expect([retried, afterRetry]).toEqual([1, [good]]);
  expect(again).toEqual(expect.arrayContaining([good, bad]));
  expect(dismissed).toBeGreaterThanOrEqual(2);
  expect(library.found.scan).toBeNull();
});

test("a scan lasts until the last files it read are in the list", async () => {
  const { database } = opened;
  const found = new FoundFiles({ database, log });
  found.begin("folder", 1);
  await found.record({ path: "/music/late-song.mp3", sizeBytes: 1, isAdded: true, reason: null });

  const ending = found.end();
  const whileEnding = found.scan;
  await ending;

  expect(whileEnding).toMatchObject({ way: "folder", added: 1 });
  expect(found.scan).toBeNull();
  const filter = { way: "folder" } as const;
  const rows = await listIncoming(database.connection, { filter, offset: 0, limit: 10 });
  expect(rows.map(({ name }) => name)).toContain("late-song.mp3");
});
