import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { tidyCovers } from "./tidy-covers.ts";

const DAY_MS = 24 * 60 * 60_000;
const nowMs = Date.UTC(2026, 5, 1);

let opened: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-covers-"));
  await mkdir(path.join(dataDir, "artwork"));
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});

async function addCover(name: string, ageDays: number): Promise<void> {
  const file = path.join(dataDir, "artwork", name);
  await writeFile(file, "webp");
  const at = new Date(nowMs - ageDays * DAY_MS);
  await utimes(file, at, at);
}

test("a cover is removed a week after it was last made, unless a track or an edit that can be undone uses it", async () => {
  const { connection } = opened.database;
  const [trackId = ""] = await addTestTracks(opened.database, ["covered"]);
  await connection.execute(sql`update tracks set artwork_name = 'of-track' where id = ${trackId}`);
  await connection.execute(sql`
    with edit as (insert into track_edits (edited_by, fields) values ('a test', '{cover}') returning id)
    insert into edited_tracks (edit_id, track_id, before, after, by_hand_before, file_state)
    select id, ${trackId}, '{"cover":"before-edit"}', '{"cover":"after-edit"}', '{}', 'none' from edit`);
  for (const name of ["of-track-96", "of-track-512", "before-edit-96", "after-edit-96"])
    await addCover(`${name}.webp`, 400);
  await addCover("unused-96.webp", 8);
  await addCover("unused-512.webp", 8);
  await addCover("on-its-way-96.webp", 6);
  await addCover("of-track-256.webp.1234.part", 8);
  await addCover("something else.txt", 400);

  const removed = await tidyCovers(connection, { dataDir, nowMs });

  expect(removed).toBe(3);
  expect((await readdir(path.join(dataDir, "artwork"))).toSorted()).toEqual([
    "after-edit-96.webp",
    "before-edit-96.webp",
    "of-track-512.webp",
    "of-track-96.webp",
    "on-its-way-96.webp",
    "something else.txt",
  ]);
  expect(await tidyCovers(connection, { dataDir: path.join(dataDir, "none"), nowMs })).toBe(0);
});
