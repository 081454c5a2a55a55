import { duplicatesCalls, type DuplicateList } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { addFavourite, listFavourites } from "../favourites/favourite-store.ts";
import { findTrackByPath } from "../library/track-store.ts";
import { insertPlaylist } from "../playlists/playlist-store.ts";
import { savePlaylistTracks } from "../playlists/playlist-entry-store.ts";
import { listKeptTracks } from "../playlists/playlist-track-store.ts";
import { DuplicateFinder } from "./duplicate-finder.ts";
import { countWaiting } from "./duplicate-store.ts";
import { importOwnFolder } from "../api/test-own-library.ts";
import { testMedia } from "../media/test-media.ts";

const log = createLog({ part: "test", level: "silent" });

let server: TestServer;
let admin: SignedInBrowser;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  folder = path.join(server.dataDir, "music", "Neon Coast");
});
afterAll(async () => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.connection.execute(sql`delete from tracks`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

const at = (name: string): string => path.join(folder, name);

const scan = () => importOwnFolder(server, { folder });

/** Runs until every track has a sound print and was compared. */
async function find(): Promise<void> {
  const { database, events } = server;
  const finder = new DuplicateFinder({ database, events, media: testMedia, log });
  finder.start();
  try {
    const { connection } = database;
    const left = async (): Promise<number> => {
      const unprinted = await connection.execute(
        sql`select id from tracks where id not in (select track_id from sound_prints)`,
      );
      return (await countWaiting(connection)) + unprinted.rows.length;
    };
    await expect.poll(left).toBe(0);
  } finally {
    await finder.close();
  }
}

/** @param files content by name */
async function addFiles(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
  await scan();
}

async function idOf(name: string): Promise<string> {
  const track = await findTrackByPath(server.database.connection, at(name));
  if (track === null) throw new Error(`there is no track at ${name}`);
  return track.id;
}

async function list(): Promise<DuplicateList> {
  const answer = await admin.call("GET", "/api/duplicates");
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return duplicatesCalls.listDuplicates.response.parse(answer.body);
}

/** Each group: how it was found and the file names, best first. */
async function listed(): Promise<readonly (readonly string[])[]> {
  const { groups } = await list();
  return groups
    .map(({ likeness, tracks }) => [
      likeness,
      ...tracks.map(({ file }) => path.basename(file)).toSorted(),
    ])
    .toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
}

const post = async (call: string, body: object) =>
  await admin.call("POST", `/api/duplicates/${call}`, { body });

test("the same file twice and two encodings of one recording are found; other tracks are not", async () => {
  await addFiles({
    "one.mp3": "tags|a",
    "copy.mp3": "tags|a",
    "clean.mp3": "tags|b",
    "noisy.mp3": "other tags|b",
    "other.mp3": "tags|c",
  });

  await find();

  expect(await listed()).toEqual([
    ["file", "copy.mp3", "one.mp3"],
    ["recording", "clean.mp3", "noisy.mp3"],
  ]);
  expect(await list()).toMatchObject({ total: 2, waiting: 0 });
});

test("a new track is compared with the existing ones", async () => {
  await addFiles({ "clean.mp3": "tags|a" });
  await find();
  await addFiles({ "noisy.mp3": "other tags|a" });
  await find();

  expect(await listed()).toEqual([["recording", "clean.mp3", "noisy.mp3"]]);
});

test("a file that changes into another recording is no longer a duplicate", async () => {
  await addFiles({ "clean.mp3": "tags|a", "noisy.mp3": "other tags|a" });
  await find();

  await addFiles({ "noisy.mp3": "other tags|another recording" });
  await find();

  expect(await listed()).toEqual([]);
});

test("a deleted copy is no longer a duplicate", async () => {
  await addFiles({ "one.mp3": "tags|a", "copy.mp3": "tags|a" });
  await find();

  const deletion = { trackIds: [await idOf("copy.mp3")], files: "keep", includesUsed: true };
  const answer = await admin.call("POST", "/api/tracks/delete", { body: deletion });

  expect(answer.status).toBe(200);
  expect(await listed()).toEqual([]);
});

test("tracks of an older release are analysed in the background, and one that crashes the decoder blocks none", async () => {
  await addFiles({ "clean.mp3": "tags|a", "noisy.mp3": "tags|b" });
  await rm(at("noisy.mp3"));
  await addFiles({ "other noisy.mp3": "other tags|a" });
  const { connection } = server.database;
  // As if analysed before: today's child crashes on it.
  await connection.execute(
    sql`update tracks set path = ${at("crash.mp3")} where path = ${at("noisy.mp3")}`,
  );
  await connection.execute(sql`update tracks set missing_since = null`);
  await connection.execute(sql`delete from sound_prints`);

  await find();

  expect(await listed()).toEqual([["recording", "clean.mp3", "other noisy.mp3"]]);
});

test("a merge gives the kept track what belongs to the other, which leaves the rotation and the list but keeps its file", async () => {
  const { connection } = server.database;
  await addFiles({ "clean.mp3": "tags|a", "noisy.mp3": "other tags|a" });
  await find();
  const [keptId, otherId] = [await idOf("clean.mp3"), await idOf("noisy.mp3")];
  const accountId = admin.account?.id ?? "";
  await addFavourite(connection, { accountId, trackId: otherId, limit: 10 });
  const [one, both] = [await addPlaylist("One"), await addPlaylist("Both")];
  await savePlaylistTracks(connection, { playlistId: one, trackIds: [otherId] });
  await savePlaylistTracks(connection, { playlistId: both, trackIds: [otherId, keptId] });

  const answer = await post("merge", { keptId, otherIds: [otherId] });

  expect(answer).toMatchObject({ status: 200, body: { merged: 1 } });
  expect((await listFavourites(connection, accountId)).map(({ id }) => id)).toEqual([keptId]);
  const idsOf = async (playlistId: string) =>
    (await listKeptTracks(connection, playlistId)).map(({ id }) => id);
  expect(await idsOf(one)).toEqual([keptId]);
  // Each of them had its place.
  expect(await idsOf(both)).toEqual([keptId, keptId]);
  expect(await listed()).toEqual([]);
  await scan();
  await find();
  expect(await idOf("noisy.mp3")).toBe(otherId);
  const rotated = await connection.execute<{ id: string }>(
    sql`select id from tracks where is_in_rotation`,
  );
  expect(rotated.rows.map(({ id }) => id)).toEqual([keptId]);
  expect(await listed()).toEqual([]);
});

async function addPlaylist(name: string): Promise<string> {
  const id = randomUUID();
  await insertPlaylist(server.database.connection, {
    id,
    name,
    nameKey: id,
    description: "",
    order: "shuffled",
    turn: { kind: "off" },
    isSeparated: true,
    rule: null,
  });
  return id;
}

test("tracks that an operator marked as different are not listed again, even after a rescan", async () => {
  await addFiles({ "clean.mp3": "tags|a", "noisy.mp3": "other tags|a" });
  await copyFile(at("clean.mp3"), at("copy.mp3"));
  await scan();
  await find();
  const trackId = await idOf("noisy.mp3");
  const otherIds = [await idOf("clean.mp3"), await idOf("copy.mp3")];

  const answer = await post("reject", { trackId, otherIds });

  expect(answer).toMatchObject({ status: 200, body: { rejected: 2 } });
  await server.database.connection.execute(sql`update sound_prints set is_compared = false`);
  await find();
  expect(await listed()).toEqual([["file", "clean.mp3", "copy.mp3"]]);
});

test("an impossible merge is refused with the reason and changes nothing", async () => {
  await addFiles({ "clean.mp3": "tags|a", "noisy.mp3": "other tags|a", "other.mp3": "tags|c" });
  await find();
  const [clean, noisy, other] = [
    await idOf("clean.mp3"),
    await idOf("noisy.mp3"),
    await idOf("other.mp3"),
  ];

  const unrelated = await post("merge", { keptId: clean, otherIds: [other] });
  const unknown = await post("merge", { keptId: clean, otherIds: [randomUUID()] });
  await rm(at("clean.mp3"));
  await scan();
  const missing = await post("merge", { keptId: clean, otherIds: [noisy] });

  expect([unrelated.status, unknown.status, missing.status]).toEqual([409, 404, 409]);
  expect(missing.body).toMatchObject({
    error: "The file of the track to keep is missing: keep another one",
  });
  expect(await list()).toMatchObject({
    groups: [{ tracks: [{ id: noisy }, { id: clean, isMissing: true }] }],
  });
  expect(await post("merge", { keptId: noisy, otherIds: [clean] })).toMatchObject({ status: 200 });
});
