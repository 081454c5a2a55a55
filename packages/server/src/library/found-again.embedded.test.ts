import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { users } from "../accounts/account-tables.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { createStationEvents } from "../events/station-events.ts";
import { addFavourite, listFavourites } from "../favourites/favourite-store.ts";
import { plays } from "../history/play-tables.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";
import { saveValues, findEditable } from "./edits/track-edit-store.ts";
import { tracks } from "./library-tables.ts";
import { Library } from "./library.ts";
import { testMedia } from "../media/test-media.ts";

const log = createLog({ part: "test", level: "silent" });
const accountId = randomUUID();
/** More than one media child gets. */
const MANY = 120;

let opened: TestDatabase;
let root: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.connection
    .insert(users)
    .values({ id: accountId, username: "listener", role: "listener" });
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  await opened.database.connection.execute(sql`delete from tracks`);
  root = await mkdtemp(path.join(tmpdir(), "neonrelay-found-"));
  for (const name of ["disk", "share"]) await mkdir(at(name));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const at = (name: string): string => path.join(root, name);

/** Scans both music folders as the station does at startup. @returns how many files it read */
async function start(): Promise<number> {
  const { database, dataDir } = opened;
  const config = { dataDir, musicDirs: [at("disk"), at("share")], demoMusic: false };
  const events = createStationEvents(log);
  const library = new Library({ database, events, config, media: testMedia, moveBelongings, log });
  const { added } = await library.importFolder(at("disk"), () => {});
  await library.close();
  return added;
}

/** The library's tracks, keyed by path within the folders; the id alone for a track without a path. */
async function places(): Promise<ReadonlyMap<string, string>> {
  const rows = await opened.database.connection
    .select({ id: tracks.id, path: tracks.path, missingSince: tracks.missingSince })
    .from(tracks);
  return new Map(
    rows.map(({ id, path: file, missingSince }) => [
      id,
      missingSince === null ? path.relative(root, file) : "missing",
    ]),
  );
}

async function idAt(name: string): Promise<string> {
  const [id] = [...(await places())].find(([, place]) => place === name) ?? [];
  if (id === undefined) throw new Error(`there is no track at ${name}`);
  return id;
}

/** Gives the track everything a station attaches to one: a favourite, a play, cue points and an edit. */
async function fill(id: string): Promise<void> {
  const { connection } = opened.database;
  await addFavourite(connection, { accountId, trackId: id, limit: 100 });
  await connection.insert(plays).values({
    id: randomUUID(),
    trackId: id,
    title: "one",
    artist: "Tester",
    startMs: 0,
    audioStartMs: 0,
    startedAtMs: 0,
  });
  await connection.execute(sql`update tracks set user_cue_in_ms = 40 where id = ${id}`);
  const [row] = await findEditable(connection, [id], { isLocked: false });
  if (row === undefined) throw new Error("the track to edit is gone");
  await saveValues(connection, [
    { ...row, values: { ...row.values, title: "By hand", ownTags: ["summer"] }, byHand: ["title"] },
  ]);
}

async function collected(id: string): Promise<unknown> {
  const { connection } = opened.database;
  const { rows } = await connection.execute(sql`
    select title, own_tags, user_cue_in_ms, fields_by_hand,
      (select count(*)::int from plays where track_id = tracks.id) as plays
    from tracks where id = ${id}`);
  const favourites = (await listFavourites(connection, accountId)).map((track) => track.id);
  return { ...rows[0], isFavourite: favourites.includes(id) };
}

const filled = {
  title: "By hand",
  own_tags: ["summer"],
  user_cue_in_ms: 40,
  fields_by_hand: ["title"],
  plays: 1,
  isFavourite: true,
};

test("a file moved to another music folder during downtime keeps everything and is not read again", async () => {
  await writeFile(at("disk/one.mp3"), "tags|one");
  await start();
  const id = await idAt("disk/one.mp3");
  await fill(id);

  await rename(at("disk/one.mp3"), at("share/new name.mp3"));

  expect(await start()).toBe(0);
  expect(await places()).toEqual(new Map([[id, "share/new name.mp3"]]));
  expect(await collected(id)).toEqual(filled);
});

test("a file that vanishes and returns elsewhere with other tags keeps everything", async () => {
  await writeFile(at("disk/one.mp3"), "tags|one");
  await writeFile(at("disk/two.mp3"), "tags|two");
  await start();
  const id = await idAt("disk/one.mp3");
  await fill(id);

  await rm(at("disk/one.mp3"));
  await start();
  await start();
  expect((await places()).get(id)).toBe("missing");
  await writeFile(at("share/uno.mp3"), "quite other tags|one");
  await start();

  expect((await places()).get(id)).toBe("share/uno.mp3");
  expect(await collected(id)).toEqual(filled);
});

test("an offline share deletes nothing, and its files are the same tracks when it returns", async () => {
  for (const name of ["disk/one.mp3", "share/two.mp3", "share/three.mp3"])
    await writeFile(at(name), `tags|${name}`);
  await start();
  const before = await places();
  await fill(await idAt("share/two.mp3"));

  await rename(at("share"), at("away"));
  await start();
  const whileAway = await places();
  await rename(at("away"), at("share"));

  expect(await start()).toBe(0);
  expect([...whileAway.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  expect(await places()).toEqual(before);
  expect(await collected(await idAt("share/two.mp3"))).toEqual(filled);
});

test("a moved folder with many files is recognised without reading one", async () => {
  await mkdir(at("disk/album"));
  for (let number = 0; number < MANY; number += 1)
    await writeFile(at(`disk/album/${number}.mp3`), `tags|${number}`);
  await start();
  const before = await places();
  const swapped = (place: string): string => place.replace("disk/album", "share/records");

  await rename(at("disk/album"), at("share/records"));

  expect(await start()).toBe(0);
  expect(await places()).toEqual(new Map([...before].map(([id, place]) => [id, swapped(place)])));
  expect(before.size).toBe(MANY);
});
