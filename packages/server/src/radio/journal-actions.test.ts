import { createLog } from "@neonrelay/process/log";
import type { OnAirEvent } from "@neonrelay/on-air/protocol";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listQueueItems } from "../database/queue-store.ts";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { markFilesFound } from "../database/track-store.ts";
import { addToQueue, clearQueue, listQueue } from "../queue/queue-actions.ts";
import { createStationEvents, type StationEvents } from "../station-events.ts";
import { storeOnAirEvent } from "./journal-actions.ts";

let opened: TestDatabase;
let events: StationEvents;
let trackId: string;
let filePath: string;
let number = 0;
const journalId = randomUUID();
beforeAll(async () => {
  opened = await openTestDatabase();
  events = createStationEvents(createLog({ part: "test", level: "silent" }));
  [trackId = ""] = await addTestTracks(opened.database, ["wish"]);
  filePath = path.join(opened.dataDir, "wish.mp3");
  await opened.database.connection.execute(sql`update tracks set path = ${filePath}`);
}, 60_000);
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(() => clearQueue({ database: opened.database, events }));

async function request(): Promise<string> {
  const parts = { database: opened.database, events };
  const addition = await addToQueue(parts, { trackId, requestedBy: "ada" });
  return addition.kind === "added" ? addition.item.id : "";
}

async function fail(entryId: string): Promise<void> {
  const event: OnAirEvent = {
    type: "track.failed",
    trackId,
    entryId,
    atMs: 1,
    detail: "no such file",
  };
  number += 1;
  const position = { journalId, number };
  await storeOnAirEvent({ database: opened.database, events }, { position, event });
}

const playable = () => listQueueItems(opened.database.connection, { limit: 50, which: "playable" });

test("a request whose file went away waits under another id and is playable when the file is back", async () => {
  const entryId = await request();

  await fail(entryId);
  const waiting = await listQueue(opened.database.connection);
  const whileAway = await playable();
  await markFilesFound(opened.database.connection, [filePath]);

  expect(waiting).toMatchObject([{ position: 1, requestedBy: "ada", track: { id: trackId } }]);
  expect(waiting[0]?.id).not.toBe(entryId);
  expect(whileAway).toEqual([]);
  expect(await playable()).toMatchObject([{ id: waiting[0]?.id }]);
});

test("a request whose file is there but can't be played is used up", async () => {
  await writeFile(filePath, "not music");

  await fail(await request());

  expect(await listQueue(opened.database.connection)).toEqual([]);
});

test("requests with missing files do not hide the playable ones behind them from on-air", async () => {
  const { connection } = opened.database;
  const [other = ""] = await addTestTracks(opened.database, ["other"]);
  await request();
  await addToQueue({ database: opened.database, events }, { trackId: other, requestedBy: "bob" });
  await connection.execute(sql`update tracks set missing_since = now() where id = ${trackId}`);

  const head = await listQueueItems(connection, { limit: 1, which: "playable" });

  expect(head.map((item) => item.trackId)).toEqual([other]);
});
