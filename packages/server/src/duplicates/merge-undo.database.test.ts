import { clockSchema, duplicatesCalls, planSchema, playlistSchema } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";
import { refuseEach } from "../database/test-refusing-tables.ts";
import { addFavourite } from "../favourites/favourite-store.ts";
import { insertPlaylist } from "../playlists/playlist-store.ts";
import {
  listEntries,
  savePlaylistEntries,
  savePlaylistTracks,
} from "../playlists/playlist-entry-store.ts";
import { savePairs } from "./duplicate-store.ts";

let server: TestServer;
let admin: SignedInBrowser;
let keptId: string;
let copyId: string;
let secondId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(async () => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ["tracks", "playlists", "clocks", "plays"])
    await server.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  const added = await addTestTracks(server.database, ["kept", "copy", "second"]);
  [keptId = "", copyId = "", secondId = ""] = added;
  const { connection } = server.database;
  await savePairs(connection, keptId, new Map([[copyId, 0.96]]));
  await savePairs(connection, secondId, new Map([[copyId, 0.93]]));
});

const post = async (address: string, body?: object) =>
  await admin.call("POST", address, body && { body });

async function merge(...otherIds: readonly string[]): Promise<number> {
  const { body } = await post("/api/duplicates/merge", { keptId, otherIds });
  return duplicatesCalls.mergeDuplicates.response.parse(body).mergeId;
}

const undo = async (id: number) => await post(`/api/duplicates/merges/${id}/undo`);

/** Tables that a merge changes, and which of their columns must be restored. */
const looks = {
  queue_items: "id, track_id, position",
  requests: "id, track_id",
  plays: "id, track_id",
  favourites: "account_id, track_id, added_at",
  playlist_tracks: "playlist_id, track_id, position",
  clocks: "id, slots",
  duplicate_pairs: "track_id, other_id, agreement, decision, decided_by",
  tracks: `id, is_in_rotation, missing_since is null, user_cue_in_ms, user_cue_out_ms,
    user_fade_in_ms, user_gain_db`,
};

/** All of it, as text. */
async function state(): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [table, columns] of Object.entries(looks)) {
    const { rows } = await server.database.connection.execute(
      sql`select ${sql.raw(columns)} from ${sql.identifier(table)} order by 1, 2`,
    );
    texts[table] = JSON.stringify(rows);
  }
  return texts;
}

async function addPlaylist(...trackIds: readonly string[]): Promise<string> {
  const { connection } = server.database;
  const id = randomUUID();
  const plain = { description: "", order: "shuffled", turn: { kind: "off" }, rule: null } as const;
  await insertPlaylist(connection, { id, name: id, nameKey: id, isSeparated: true, ...plain });
  await savePlaylistTracks(connection, { playlistId: id, trackIds });
  return id;
}

async function addClock(trackId: string) {
  const slot = {
    id: randomUUID(),
    content: { kind: "track", trackId },
    start: { kind: "follow" },
    length: { kind: "tracks", tracks: 1 },
  };
  const body = { name: `Clock ${trackId}`, color: "cyan", isFilled: true, slots: [slot] };
  return clockSchema.parse((await post("/api/clocks", body)).body);
}

/** The copies have some of everything, and the kept track some of it too. */
async function giveBelongings() {
  const { connection } = server.database;
  const accountId = admin.account?.id ?? "";
  const other = (await server.signIn("listener")).account?.id ?? "";
  await addFavourite(connection, { accountId, trackId: copyId, limit: 10 });
  await addFavourite(connection, { accountId, trackId: secondId, limit: 10 });
  for (const trackId of [keptId, copyId])
    await addFavourite(connection, { accountId: other, trackId, limit: 10 });
  const lone = await addPlaylist(copyId);
  const full = await addPlaylist(secondId, copyId, keptId);
  const clock = await addClock(copyId);
  for (const trackId of [copyId, secondId]) await post("/api/queue", { trackId });
  for (const trackId of [keptId, copyId, copyId, secondId])
    await connection.execute(sql`
      insert into plays (id, track_id, title, artist, start_ms, audio_start_ms, started_at_ms)
      values (${randomUUID()}, ${trackId}, 'title', 'artist', 0, 0, ${Date.now()})`);
  await connection.execute(
    sql`update tracks set user_cue_in_ms = 500, user_gain_db = -1.3 where id = ${copyId}`,
  );
  return { accountId, lone, full, clock };
}

test("an undone merge restores everything, and the pairs are listed again", async () => {
  await giveBelongings();
  const before = await state();

  const id = await merge(copyId, secondId);
  const merged = await state();
  const undone = await undo(id);

  for (const table of Object.keys(looks)) expect(merged[table]).not.toBe(before[table]);
  expect(merged["tracks"]).toContain(`"user_cue_in_ms":500`);
  expect(undone).toMatchObject({ status: 200, body: { tracks: 2, left: [] } });
  expect(await state()).toEqual(before);
  const list = await admin.call("GET", "/api/duplicates");
  expect(list.body).toMatchObject({ total: 1 });
  const again = await undo(id);
  expect([again.status, (await undo(id + 1)).status]).toEqual([409, 404]);
  const { body } = await admin.call("GET", "/api/duplicates/merges");
  expect(body).toContainEqual(
    expect.objectContaining({ id, title: "kept", copies: 2, isUndone: true }),
  );
});

test("a rundown with a copy at several places gets the kept track there, and each copy back after an undo", async () => {
  const rundown = await addPlaylist(keptId, copyId, secondId, copyId);
  const trackIds = async () =>
    (await listEntries(server.database.connection, rundown)).map(({ trackId }) => trackId);
  const before = await state();

  const id = await merge(copyId, secondId);
  const merged = await trackIds();
  const [first, ...others] = await listEntries(server.database.connection, rundown);
  // An operator removes the first, which was the kept track from the beginning.
  await savePlaylistEntries(server.database.connection, { playlistId: rundown, entries: others });
  const { body } = await undo(id);

  expect(merged).toEqual([keptId, keptId, keptId, keptId]);
  expect(first).toMatchObject({ trackId: keptId });
  expect(body).toEqual({ tracks: 2, left: [] });
  expect(await trackIds()).toEqual([copyId, secondId, copyId]);
  expect((await state())["tracks"]).toEqual(before["tracks"]);
});

test("a merge by an older version, which allowed a track once per playlist, is undone correctly", async () => {
  const { connection } = server.database;
  const [lone, full] = [await addPlaylist(copyId), await addPlaylist(copyId, keptId)];
  const before = await state();
  const id = await merge(copyId);
  // As stored back then: next to the kept track, the copy's entry was removed.
  const places = [
    { playlistId: lone, position: 0, isNew: true },
    { playlistId: full, position: 0, isNew: false },
  ];
  await connection.execute(sql`
    update merged_tracks set lent = lent || jsonb_build_object('playlists', ${JSON.stringify(places)}::jsonb)`);
  await connection.execute(
    sql`delete from playlist_tracks where playlist_id = ${full} and position = 0`,
  );

  const { body } = await undo(id);

  expect(body).toEqual({ tracks: 1, left: [] });
  expect(await state()).toEqual(before);
});

test("changes since the merge stay, and are named", async () => {
  const { connection } = server.database;
  const { accountId, lone, clock } = await giveBelongings();
  const id = await merge(copyId, secondId);
  await connection.execute(
    sql`delete from favourites where account_id = ${accountId} and track_id = ${keptId}`,
  );
  await savePlaylistTracks(connection, { playlistId: lone, trackIds: [] });
  await connection.execute(sql`update clocks set slots = '[]' where id = ${clock.id}`);
  await connection.execute(sql`update tracks set user_cue_in_ms = 700 where id = ${keptId}`);
  await connection.execute(sql`delete from tracks where id = ${secondId}`);

  const { body } = await undo(id);

  expect(body).toEqual({
    tracks: 1,
    left: [
      "1 merged track was erased since, and does not come back.",
      "1 playlist was changed since, and stays as it is.",
      "1 clock was changed since, and stays as it is.",
      "1 favourite was removed since, and stays so.",
      "The cue points of the kept track were changed since, and stay as they are.",
    ],
  });
  expect((await state())["tracks"]).toContain(`"user_cue_in_ms":700`);
});

test("a merged track whose file is in the trash returns with it", async () => {
  const folder = path.join(server.dataDir, "music", "Neon Coast");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "copy.mp3");
  await writeFile(file, "the sound");
  await server.database.connection.execute(
    sql`update tracks set path = ${file} where id = ${copyId}`,
  );
  const before = await state();
  const id = await merge(copyId);
  const deletion = { trackIds: [copyId], files: "trash", includesUsed: true };
  await post("/api/tracks/delete", deletion);
  expect(await readdir(folder)).toEqual([]);

  const { body } = await undo(id);

  expect(body).toEqual({ tracks: 1, left: [] });
  expect(await readdir(folder)).toEqual(["copy.mp3"]);
  expect(await state()).toEqual(before);
});

test("a planned item and a queue entry of a merged copy get it back when the merge is undone", async () => {
  const { connection } = server.database;
  const loadPlan = async () => planSchema.parse((await admin.call("GET", "/api/plan")).body);
  server.events.publish({ type: "library.changed" });
  const all = { name: "All", rule: { kinds: ["music"] } };
  const playlist = playlistSchema.parse((await post("/api/playlists", all)).body);
  const seldom = { interval: 250 }; // the station only plans some seconds after the library has changed
  await expect.poll(async () => (await loadPlan()).items.length, seldom).toBeGreaterThan(0);
  const beforeId = (await loadPlan()).items[0]?.id ?? null;
  const inserted = await post("/api/plan", { trackId: copyId, beforeId });
  const itemId = planSchema.parse(inserted.body).items[0]?.id;
  await post("/api/queue", { trackId: copyId });
  /** Tracks of the item, as shown and as stored, and of the entry. */
  const trackIds = async () => {
    const shown = (await loadPlan()).items.find(({ id }) => id === itemId)?.track.id;
    const { rows } = await connection.execute(sql`
      select track_id from plan_items where id = ${itemId} union all select track_id from queue_items`);
    return [shown, ...rows.map(({ track_id }) => track_id)];
  };
  const makeAgain = async () => {
    const { version } = await loadPlan();
    server.events.publish({ type: "playlists.changed" });
    await expect.poll(async () => (await loadPlan()).version, seldom).toBeGreaterThan(version);
  };
  expect(await trackIds()).toEqual([copyId, copyId, copyId]);

  const id = await merge(copyId);
  expect(await trackIds()).toEqual([keptId, keptId, keptId]);
  await makeAgain();
  expect(await trackIds()).toEqual([keptId, keptId, keptId]);
  await undo(id);

  expect(await trackIds()).toEqual([copyId, copyId, copyId]);
  await makeAgain();
  expect(await trackIds()).toEqual([copyId, copyId, copyId]);
  await admin.call("DELETE", `/api/playlists/${playlist.id}`);
});

test("a merge or undo that fails at any table leaves all of them unchanged", async () => {
  await giveBelongings();
  const tables = [...Object.keys(looks), "merges", "merged_tracks"];
  // What each copy gave stays recorded.
  const undoneTables = tables.filter((table) => table !== "merged_tracks");
  const expectFailures = async (
    names: readonly string[],
    change: () => Promise<{ readonly status: number }>,
  ) => {
    const before = await state();
    const statuses = await refuseEach(server.database, names, async () => {
      const { status } = await change();
      expect(await state()).toEqual(before);
      return status;
    });
    expect(statuses).toEqual(Object.fromEntries(names.map((table) => [table, 500])));
  };

  const body = { keptId, otherIds: [copyId, secondId] };
  await expectFailures(tables, () => post("/api/duplicates/merge", body));
  const id = await merge(copyId, secondId);
  await expectFailures(undoneTables, () => undo(id));

  expect((await undo(id)).status).toBe(200);
});
