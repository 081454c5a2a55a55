import { deletionsCalls, type Deletion, type DeletedFileChoice } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { findTrackByPath } from "../library/track-store.ts";
import { Deletions } from "./deletions.ts";
import { importOwnFolder } from "../api/test-own-library.ts";

const log = createLog({ part: "test", level: "silent" });

let server: TestServer;
let admin: SignedInBrowser;
let folder: string;
let trash: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  folder = path.join(server.dataDir, "music", "Neon Coast");
  trash = path.join(server.dataDir, "trash");
});
afterAll(async () => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.connection.execute(sql`delete from tracks`);
  await server.database.connection.execute(sql`delete from playlists`);
  for (const made of [folder, trash]) await rm(made, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

const at = (name: string): string => path.join(folder, name);

async function addFiles(...names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await writeFile(at(name), `sound of ${name}|${name}`);
  await scan();
  return await Promise.all(names.map(idOf));
}

const scan = () => importOwnFolder(server, { folder });

async function idOf(name: string): Promise<string> {
  const track = await findTrackByPath(server.database.connection, at(name));
  if (track === null) throw new Error(`there is no track at ${name}`);
  return track.id;
}

async function listed(): Promise<readonly string[]> {
  const { body } = await admin.call("GET", "/api/tracks");
  return z
    .array(z.object({ title: z.string() }))
    .parse(body)
    .map(({ title }) => title);
}

async function remove(
  trackIds: readonly string[],
  files: DeletedFileChoice,
  { includesUsed }: { readonly includesUsed: boolean } = { includesUsed: false },
) {
  return await admin.call("POST", "/api/tracks/delete", {
    body: { trackIds, files, includesUsed },
  });
}

async function deletions(): Promise<readonly Deletion[]> {
  const { body } = await admin.call("GET", "/api/deletions");
  return deletionsCalls.listDeletions.response.parse(body).deletions;
}

async function restore(...trackIds: readonly string[]) {
  return await admin.call("POST", "/api/deletions/restore", { body: { trackIds } });
}

async function addToPlaylist(trackId: string): Promise<void> {
  await server.database.connection.execute(sql`
    with made as (
      insert into playlists (id, name, name_key, play_order, turn, is_separated)
      values (gen_random_uuid(), 'Evening', 'evening', 'shuffled', '{"kind":"off"}', true) returning id)
    insert into playlist_tracks (playlist_id, track_id, position) select id, ${trackId}, 1 from made`);
}

test("a track in use is deleted only when that is confirmed; it returns from the trash with everything that belongs to it", async () => {
  const [id = "", other = ""] = await addFiles("Rise.mp3", "Set.mp3");
  await addToPlaylist(id);
  for (const trackId of [id, other, id])
    await admin.call("POST", "/api/queue", { body: { trackId, requestedBy: "Web User" } });

  const check = await admin.call("POST", "/api/tracks/delete/check", { body: { trackIds: [id] } });
  const refused = await remove([id], "trash");
  expect(check.body).toMatchObject({
    files: 1,
    streams: 0,
    usedCount: 1,
    used: [{ trackId: id, title: "Rise", uses: ["queue", "playlist"], names: ["Evening"] }],
  });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "conflict", error: "'Rise' is in use: confirm that you want to delete it" },
  });
  expect(await listed()).toEqual(["Rise", "Set"]);

  const deleted = await remove([id], "trash", { includesUsed: true });
  await scan();
  expect(deleted).toMatchObject({ status: 200, body: { deleted: 1, failures: [] } });
  expect(await listed()).toEqual(["Set"]);
  expect(await readdir(folder)).toEqual(["Set.mp3"]);
  expect(await readFile(path.join(trash, id, "Rise.mp3"), "utf8")).toBe(
    "sound of Rise.mp3|Rise.mp3",
  );
  const queue = await admin.call("GET", "/api/queue");
  expect(queue.body).toMatchObject([{ track: { id: other }, position: 1 }]);
  expect(await deletions()).toMatchObject([
    {
      trackId: id,
      file: "music/Neon Coast/Rise.mp3",
      state: "trashed",
      deletedBy: admin.account?.username,
    },
  ]);

  expect((await restore(id)).body).toEqual({ restored: 1, failures: [] });
  await scan();
  expect(await listed()).toEqual(["Rise", "Set"]);
  expect(await idOf("Rise.mp3")).toBe(id);
  expect(await readdir(trash)).toEqual([]);
  const again = await admin.call("POST", "/api/tracks/delete/check", { body: { trackIds: [id] } });
  expect(again.body).toMatchObject({ used: [{ uses: ["playlist"], names: ["Evening"] }] });
});

test("a kept file stays out of the library, even under another name, until its track is restored", async () => {
  const [id = ""] = await addFiles("Rise.mp3");

  await remove([id], "keep");
  await scan();
  expect(await listed()).toEqual([]);
  await rename(at("Rise.mp3"), at("Sunrise.mp3"));
  await scan();
  await scan();
  expect(await listed()).toEqual([]);
  expect(await deletions()).toMatchObject([
    { trackId: id, file: "music/Neon Coast/Sunrise.mp3", state: "kept", erasedAt: null },
  ]);

  await restore(id);
  await scan();
  expect(await listed()).toEqual(["Rise"]);
  expect(await idOf("Sunrise.mp3")).toBe(id);
});

test("an erased file is gone with its track, directly or from the trash", async () => {
  const [first = "", second = "", third = ""] = await addFiles("a.mp3", "b.mp3", "c.mp3");

  await remove([first], "erase");
  await remove([second, third], "trash");
  const one = await admin.call("POST", "/api/deletions/empty", { body: { trackIds: [second] } });
  expect(one.body).toEqual({ erased: 1, failures: [] });
  expect(await deletions()).toMatchObject([{ trackId: third }]);
  await admin.call("POST", "/api/deletions/empty", { body: {} });

  expect(await readdir(folder)).toEqual([]);
  expect(await readdir(trash)).toEqual([]);
  expect(await deletions()).toEqual([]);
  const { rows } = await server.database.connection.execute(sql`select id from tracks`);
  expect(rows).toEqual([]);
});

test("a file that can't be moved stays with its track, and the reason is given", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  await rename(at("Rise.mp3"), path.join(server.dataDir, "elsewhere.mp3"));
  await symlink(path.join(server.dataDir, "elsewhere.mp3"), at("Rise.mp3"));

  const answer = await remove([id], "trash");

  expect(answer.body).toEqual({
    deleted: 0,
    failures: [
      {
        trackId: id,
        title: "Rise",
        reason: "It is a link to a file elsewhere: remove the link by hand, or keep the file",
      },
    ],
  });
  expect(await listed()).toEqual(["Rise"]);
  expect(await deletions()).toEqual([]);
});

test("a clock set ahead by months erases nothing", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  await remove([id], "trash");
  const { database, events, settings, dataDir } = server;
  const folders = { dataDir, musicDirs: [] };
  const deletions = new Deletions({ database, events, settings, log, folders });
  await deletions.settled();
  {
    using wrongClock = vi.spyOn(Date, "now");
    wrongClock.mockReturnValue(Date.now() + 100 * 24 * 60 * 60_000);
    deletions.tidySoon();
    await deletions.settled();
  }
  await deletions.close();

  await restore(id);

  expect(await readdir(folder)).toEqual(["Rise.mp3"]);
});

test("a restored file gets another name if its own is taken", async () => {
  const [id = ""] = await addFiles("Rise.mp3");
  await remove([id], "trash");
  await addFiles("Rise.mp3");
  await writeFile(at("Rise.mp3"), "another sound|Rise.mp3");
  await scan();

  await restore(id);
  await scan();

  expect((await readdir(folder)).toSorted()).toEqual(["Rise (2).mp3", "Rise.mp3"]);
  expect(await deletions()).toEqual([]);
});

test("the trash empties itself after the days in the settings, and interrupted deletions are finished", async () => {
  const ids = await addFiles("old.mp3", "new.mp3", "cut.mp3", "erase.mp3");
  const [old = "", , cut = "", erase = ""] = ids;
  const { connection } = server.database;
  await remove(ids.slice(0, 2), "trash");
  await connection.execute(
    sql`update deleted_tracks set deleted_at = now() - interval '31 days' where track_id = ${old}`,
  );
  // As left by a kill before the files are handled.
  for (const [id, state, trashPath] of [
    [cut, "trashing", path.join(trash, cut, "cut.mp3")],
    [erase, "erasing", null],
  ] as const) {
    await connection.execute(sql`update tracks set missing_since = now() where id = ${id}`);
    await connection.execute(sql`
      insert into deleted_tracks (track_id, state, path, trash_path, size_bytes, deleted_by)
      select id, ${state}, path, ${trashPath}, size_bytes, 'admin' from tracks where id = ${id}`);
  }
  await scan();
  expect(await readdir(folder)).toEqual(["cut.mp3", "erase.mp3"]);

  server.deletions.tidySoon();
  await server.deletions.settled();

  expect(await readdir(folder)).toEqual([]);
  expect((await deletions()).map(({ file }) => path.basename(file)).toSorted()).toEqual([
    "cut.mp3",
    "new.mp3",
  ]);
  expect(await readdir(trash)).toHaveLength(2);
});
