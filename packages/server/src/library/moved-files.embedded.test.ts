import type { ClockSlot } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { copyFile, mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addFavourite, listFavourites } from "../favourites/favourite-store.ts";
import { users } from "../accounts/account-tables.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { insertPlaylist } from "../playlists/playlist-store.ts";
import { savePlaylistTracks } from "../playlists/playlist-entry-store.ts";
import { listKeptTracks } from "../playlists/playlist-track-store.ts";
import { byHand } from "../programme/plan-entry.ts";
import { listPlanItems, savePlanItems } from "../programme/plan-item-store.ts";
import { findClock, insertClock } from "../schedule/clock-store.ts";
import { listKnownFiles } from "./known-file-store.ts";
import { findTrackByPath } from "./track-store.ts";
import { createStationEvents, type StationEvent } from "../events/station-events.ts";
import { Library } from "./library.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";
import { testMedia } from "../media/test-media.ts";

const log = createLog({ part: "test", level: "silent" });
const accountId = randomUUID();

let opened: TestDatabase;
let music: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.connection
    .insert(users)
    .values({ id: accountId, username: "listener", role: "listener" });
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ["tracks", "refused_files", "music_folders"])
    await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  music = await mkdtemp(path.join(tmpdir(), "neonrelay-music-"));
});
afterEach(() => rm(music, { recursive: true, force: true }));

const at = (name: string): string => path.join(music, name);

/** Runs the scan of a station's start, without its later rounds. @returns the events it publishes */
async function scan(): Promise<readonly StationEvent[]> {
  const { database, dataDir } = opened;
  const config = { dataDir, musicDirs: [music], demoMusic: false };
  const events = createStationEvents(log);
  const told: StationEvent[] = [];
  events.subscribe((event) => void told.push(event));
  const library = new Library({ database, events, config, media: testMedia, moveBelongings, log });
  await library.importFolder(music, () => {});
  await library.close();
  return told;
}

/** The track of the file at this path. */
async function trackAt(name: string) {
  const track = await findTrackByPath(opened.database.connection, at(name));
  if (track === null) throw new Error(`there is no track at ${name}`);
  return track;
}

/** Number of known files by status. */
async function counted(): Promise<Record<string, number>> {
  const known = await listKnownFiles(opened.database.connection);
  return Object.fromEntries(
    Map.groupBy(known, ({ status }) => status)
      .entries()
      .map(([status, files]) => [status, files.length]),
  );
}

async function likeTrackAt(name: string): Promise<string> {
  const { id } = await trackAt(name);
  await addFavourite(opened.database.connection, { accountId, trackId: id, limit: 100 });
  return id;
}

async function favouriteIds(): Promise<readonly string[]> {
  const favourites = await listFavourites(opened.database.connection, accountId);
  return favourites.map(({ id }) => id);
}

test("renamed files and moved folders keep their tracks, without being read again", async () => {
  await mkdir(at("album"));
  for (const name of ["one", "two", "album/three"]) await writeFile(at(`${name}.mp3`), name);
  await scan();
  const one = await likeTrackAt("one.mp3");
  const three = await likeTrackAt("album/three.mp3");

  await rename(at("one.mp3"), at("renamed.mp3"));
  await rename(at("album"), at("records"));
  await scan();

  expect(await trackAt("renamed.mp3")).toMatchObject({ id: one, title: "one", missingSince: null });
  expect(await trackAt("records/three.mp3")).toMatchObject({ id: three, title: "three" });
  expect(new Set(await favouriteIds())).toEqual(new Set([one, three]));
  expect(await counted()).toEqual({ track: 3 });
});

test("a file moved and retagged is recognised by its sound, and has the new tags", async () => {
  await writeFile(at("draft.mp3"), "old tags|a sound");
  await scan();
  const id = await likeTrackAt("draft.mp3");

  await rm(at("draft.mp3"));
  await writeFile(at("final.mp3"), "many new tags|a sound");
  await scan();

  expect(await trackAt("final.mp3")).toMatchObject({ id, title: "final", missingSince: null });
  expect(await favouriteIds()).toEqual([id]);
  expect(await counted()).toEqual({ track: 1 });
});

test("files that swap names keep their own favourites", async () => {
  await writeFile(at("a.mp3"), "sound of a");
  await writeFile(at("b.mp3"), "the sound of b");
  await scan();
  const [a, b] = [await likeTrackAt("a.mp3"), (await trackAt("b.mp3")).id];

  await rename(at("a.mp3"), at("c"));
  await rename(at("b.mp3"), at("a.mp3"));
  await rename(at("c"), at("b.mp3"));
  await scan();

  expect((await trackAt("b.mp3")).id).toBe(a);
  expect((await trackAt("a.mp3")).id).toBe(b);
  expect(await favouriteIds()).toEqual([a]);
});

test("a file that takes another's name keeps its track; the other is missing until it returns", async () => {
  await writeFile(at("a.mp3"), "sound of a");
  await writeFile(at("b.mp3"), "the sound of b");
  await scan();
  const [a, b] = [await likeTrackAt("a.mp3"), (await trackAt("b.mp3")).id];
  await copyFile(at("a.mp3"), at("a.kept"));

  await rename(at("b.mp3"), at("a.mp3"));
  await scan();
  expect((await trackAt("a.mp3")).id).toBe(b);
  expect(await counted()).toEqual({ track: 1, missing: 1 });

  await rename(at("a.kept"), at("again.mp3"));
  await scan();
  expect((await trackAt("again.mp3")).id).toBe(a);
  expect(await favouriteIds()).toEqual([a]);
});

test("a copy is a separate track until its original is removed", async () => {
  await writeFile(at("a.mp3"), "sound of a");
  await scan();
  const a = await likeTrackAt("a.mp3");

  await copyFile(at("a.mp3"), at("copy.mp3"));
  await scan();
  expect(await counted()).toEqual({ track: 2 });
  expect((await trackAt("copy.mp3")).id).not.toBe(a);

  await rm(at("a.mp3"));
  await scan();
  expect((await trackAt("copy.mp3")).id).toBe(a);
  expect(await favouriteIds()).toEqual([a]);
  expect(await counted()).toEqual({ track: 1 });
});

test("playlists, clocks and the plan get the track in place of its copy, each playlist once", async () => {
  const { connection } = opened.database;
  await writeFile(at("a.mp3"), "sound of a");
  await scan();
  const a = (await trackAt("a.mp3")).id;
  await copyFile(at("a.mp3"), at("copy.mp3"));
  await scan();
  const copy = (await trackAt("copy.mp3")).id;
  const clock = { id: randomUUID(), name: "Hour", nameKey: "hour", color: "cyan" } as const;
  const slots: ClockSlot[] = [
    {
      id: randomUUID(),
      content: { kind: "track", trackId: copy },
      start: { kind: "exact", second: 0, whileLive: "wait" },
      length: { kind: "rest" },
    },
  ];
  await insertClock(connection, { ...clock, isFilled: false, slots });
  const [one, both] = [await handPicked("One"), await handPicked("Both")];
  await savePlaylistTracks(connection, { playlistId: one, trackIds: [copy] });
  await savePlaylistTracks(connection, { playlistId: both, trackIds: [copy, a] });
  const item = { id: randomUUID(), trackId: copy, isLocked: true, isByHand: true };
  await savePlanItems(connection, [{ ...item, startsAtMs: 0, durationMs: 1, reason: byHand }]);

  await rm(at("a.mp3"));
  const told = await scan();

  expect(told).toContainEqual({ type: "tracks.merged", merged: new Map([[copy, a]]) });
  const idsOf = async (playlistId: string) =>
    (await listKeptTracks(connection, playlistId)).map(({ id }) => id);
  expect(await idsOf(one)).toEqual([a]);
  expect(await idsOf(both)).toEqual([a, a]);
  expect(await findClock(connection, clock.id)).toMatchObject({
    slots: [{ ...slots[0], content: { kind: "track", trackId: a } }],
    version: 2,
  });
  expect(await listPlanItems(connection)).toMatchObject([{ ...item, trackId: a }]);
});

async function handPicked(name: string): Promise<string> {
  const shape = { description: "", order: "shuffled", turn: { kind: "off" } } as const;
  const id = randomUUID();
  await insertPlaylist(opened.database.connection, {
    ...shape,
    id,
    name,
    nameKey: name.toLowerCase(),
    isSeparated: true,
    rule: null,
  });
  return id;
}

test("a changed file at its old path stays its track", async () => {
  await writeFile(at("a.mp3"), "sound of a");
  await scan();
  const a = await likeTrackAt("a.mp3");

  await writeFile(at("a.mp3"), "another recording");
  await scan();
  await utimes(at("a.mp3"), 1, 1);
  await scan();

  expect((await trackAt("a.mp3")).id).toBe(a);
  expect(await counted()).toEqual({ track: 1 });
});

test("tracks read by an older release are fingerprinted, and recognised from then on", async () => {
  await writeFile(at("a.mp3"), "sound of a");
  await scan();
  const { connection } = opened.database;
  await connection.execute(sql`update tracks set fingerprint = null, integrated_lufs = null`);
  const a = (await trackAt("a.mp3")).id;

  const { database, dataDir } = opened;
  const config = { dataDir, musicDirs: [music], demoMusic: false };
  const events = createStationEvents(log);
  const library = new Library({ database, events, config, media: testMedia, moveBelongings, log });
  library.start();
  try {
    const unknown = async (): Promise<unknown> =>
      (await connection.execute(sql`select id from tracks where fingerprint is null`)).rowCount;
    await expect.poll(unknown).toBe(0);
  } finally {
    await library.close();
  }
  await rename(at("a.mp3"), at("b.mp3"));
  await scan();

  expect((await trackAt("b.mp3")).id).toBe(a);
});
