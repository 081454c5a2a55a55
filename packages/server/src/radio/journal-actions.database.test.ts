import { createLog } from "@neonrelay/process/log";
import type { AiredPlay, OnAirEvent } from "@neonrelay/on-air/protocol";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findRadioState } from "./on-air-store.ts";
import { listPlays } from "../history/play-store.ts";
import { listQueueItems } from "../queue/queue-store.ts";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { markFilesFound } from "../library/track-store.ts";
import { clearQueue, removeFromQueue, undoQueue } from "../queue/queue-actions.ts";
import { listQueue } from "../queue/queue-changes.ts";
import { testOperator } from "../queue/test-requester.ts";
import { requestTrack, type RequestParts } from "../requests/request-actions.ts";
import { Settings } from "../settings/settings.ts";
import {
  createStationEvents,
  type StationEvent,
  type StationEvents,
} from "../events/station-events.ts";
import { byHand } from "../programme/plan-entry.ts";
import { listPlanItems, savePlanItems } from "../programme/plan-item-store.ts";
import { storeOnAirEvent } from "./journal-actions.ts";
import { openRequests } from "../requests/test-open-requests.ts";

let opened: TestDatabase;
let events: StationEvents;
let parts: RequestParts;
let trackId: string;
let filePath: string;
let number = 0;
const journalId = randomUUID();
beforeAll(async () => {
  opened = await openTestDatabase();
  events = createStationEvents(createLog({ part: "test", level: "silent" }));
  const settings = await Settings.load(opened.database, events);
  parts = { database: opened.database, events, settings, schedule: openRequests };
  [trackId = ""] = await addTestTracks(opened.database, ["wish"]);
  filePath = path.join(opened.dataDir, "wish.mp3");
  await opened.database.connection.execute(sql`update tracks set path = ${filePath}`);
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  const { connection } = opened.database;
  await connection.execute(sql`update tracks set missing_since = null`);
  await rm(filePath, { force: true });
  await clearQueue(parts, { changedBy: "ada" });
});

async function request(wanted: string = trackId): Promise<string> {
  const request = { requester: testOperator, trackId: wanted, place: "end", query: null } as const;
  const outcome = await requestTrack(parts, request);
  return outcome.kind === "taken" ? outcome.item.id : "";
}

test("[G18] a request in a request slot is explained by the slot, and uses up the item of the plan", async () => {
  const news: StationEvent[] = [];
  const unsubscribe = events.subscribe((event) => news.push(event));
  const named = (name: string) => ({ id: randomUUID(), name });
  const place = { show: named("Night Flight"), clock: named("Evening"), slotId: randomUUID() };
  const item = {
    id: randomUUID(),
    trackId,
    startsAtMs: 1000,
    durationMs: 2000,
    isLocked: false,
    isByHand: false,
    reason: { ...byHand, ...place, rule: "requests" as const, playlist: named("Gold") },
  };
  await opened.database.transaction((transaction) => savePlanItems(transaction, [item]));
  const entryId = await request();
  const play = { ...playOf(entryId), itemId: item.id };

  await report({ type: "play.started", play });
  unsubscribe();

  const [stored] = await listPlays(opened.database.connection, { beforeMs: null, limit: 1 });
  expect(stored?.planReason).toMatchObject({
    ...place,
    rule: "requests",
    playlist: null,
    sentence:
      "ada requested it, and it came in a request slot of the clock “Evening” in the show “Night Flight”.",
  });
  expect(await listPlanItems(opened.database.connection)).toEqual([]);
  expect(await listQueue(opened.database.connection)).toEqual([]);
  expect(news).toContainEqual({
    type: "play.started",
    isFromRotation: false,
    trackId,
    itemId: item.id,
  });
});

test("a play that follows a remade plan keeps its reason, and one whose reason is unknown says so", async () => {
  const item = {
    id: randomUUID(),
    trackId,
    startsAtMs: 1000,
    durationMs: 2000,
    isLocked: false,
    isByHand: false,
    reason: { ...byHand, rule: "slot" as const, sentence: "A slot takes it." },
  };
  const save = async (items: readonly (typeof item)[]) =>
    await opened.database.transaction((transaction) => savePlanItems(transaction, items));
  await save([item]);
  await save([]);
  const rulesOf = async () =>
    (await listPlays(opened.database.connection, { beforeMs: null, limit: 1 })).map(
      ({ planReason }) => planReason?.rule ?? null,
    );

  await report({ type: "play.started", play: { ...playOf(null), itemId: item.id } });
  const kept = await rulesOf();
  await report({ type: "play.started", play: { ...playOf(null), itemId: randomUUID() } });
  const unknown = await rulesOf();
  await report({ type: "play.started", play: playOf(null) });

  expect([kept, unknown, await rulesOf()]).toEqual([["slot"], ["unknown"], [null]]);
});

test("a timed item keeps its id when the plan gives it another track: a play gets the reason of the track that was heard", async () => {
  const [otherId = ""] = await addTestTracks(opened.database, ["Another"]);
  const item = {
    id: randomUUID(),
    trackId,
    startsAtMs: 1000,
    durationMs: 2000,
    isLocked: false,
    isByHand: false,
    reason: { ...byHand, rule: "slot" as const, sentence: "Its first track." },
  };
  const other = { ...item, trackId: otherId, reason: { ...byHand, sentence: "Its second track." } };
  const save = async (items: readonly (typeof other)[]) =>
    await opened.database.transaction((transaction) => savePlanItems(transaction, items));
  const play = async (id: string) => {
    const played = { ...playOf(null), trackId: id, itemId: item.id, startedAtMs: 5 };
    await report({ type: "play.started", play: played });
    const stored = await listPlays(opened.database.connection, { beforeMs: null, limit: 100 });
    return stored.find((row) => row.id === played.playId)?.planReason?.sentence;
  };
  await save([item]);
  await save([other]);
  const first = await play(trackId);
  await save([item]);
  await save([other]);
  const second = await play(otherId);
  await save([item]);
  await save([{ ...item, reason: { ...byHand, sentence: "Its first track, again." } }]);
  await save([other]);
  await save([]);
  const again = await play(trackId);

  expect([first, second, again]).toEqual([
    "Its first track.",
    "Its second track.",
    "Its first track, again.",
  ]);
});

async function fail(entryId: string): Promise<void> {
  await report({
    type: "track.failed",
    trackId,
    entryId,
    itemId: null,
    atMs: 1,
    detail: "no such file",
  });
}

async function start(entryId: string): Promise<void> {
  await report({ type: "play.started", play: playOf(entryId) });
}

function playOf(entryId: string | null): AiredPlay {
  return {
    playId: randomUUID(),
    kind: "library",
    sessionId: null,
    djName: null,
    trackId,
    entryId,
    itemId: null,
    requestedBy: "ada",
    title: "wish",
    artist: "Test Tones",
    startMs: 1,
    audioStartMs: 1,
    startedAtMs: 1,
    durationMs: null,
  };
}

async function report(event: OnAirEvent): Promise<void> {
  number += 1;
  const position = { journalId, number };
  await storeOnAirEvent(
    { database: opened.database, events },
    { position, event, listeners: null },
  );
}

const playable = () => listQueueItems(opened.database.connection, { limit: 50, which: "playable" });

test("while a DJ is on air no track is current, and the rotation does not count it", async () => {
  const news: StationEvent[] = [];
  events.subscribe((event) => news.push(event));
  const current = async () => (await findRadioState(opened.database.connection)).currentTrackId;
  await report({ type: "play.started", play: playOf(null) });
  expect(await current()).toBe(trackId);

  const play = { ...playOf(null), kind: "live", trackId: null, djName: "ada" } as const;
  await report({ type: "play.started", play });

  expect(await current()).toBeNull();
  const starts = news.filter((event) => event.type === "play.started");
  expect(starts.map((event) => event.isFromRotation)).toEqual([true, false]);
});

test("a track played over a DJ is in the history but not the current one", async () => {
  const current = async () => (await findRadioState(opened.database.connection)).currentTrackId;
  const sessionId = randomUUID();
  const dj = { ...playOf(null), kind: "live", trackId: null, djName: "ada", sessionId } as const;
  const over = { ...playOf(null), sessionId, startedAtMs: 2 };
  await report({ type: "play.started", play: dj });

  await report({ type: "play.started", play: over });

  expect(await current()).toBeNull();
  const stored = await listPlays(opened.database.connection, { beforeMs: null, limit: 1000 });
  expect(stored.find(({ id }) => id === over.playId)).toMatchObject({ sessionId, title: "wish" });
});

test("the history corrects the position at which a play's title begins", async () => {
  const play = { ...playOf(null), startMs: 3000, startedAtMs: 4000 };
  await report({ type: "play.started", play });

  await report({ type: "play.hurried", playId: play.playId, startMs: 1500 });

  const [newest] = await listPlays(opened.database.connection, { beforeMs: null, limit: 1 });
  expect(newest).toMatchObject({ id: play.playId, startMs: 1500, startedAtMs: 4000 });
});

test("a dropped stream is news for a minute, and history after that", async () => {
  const news: StationEvent[] = [];
  events.subscribe((event) => news.push(event));
  const what = {
    kind: "stream",
    title: "Other Station",
    artist: "Elsewhere",
    detail: "gone",
  } as const;

  await report({ type: "track.dropped", trackId, ...what, atMs: Date.now() - 61_000 });
  await report({ type: "track.dropped", trackId, ...what, atMs: Date.now() });

  expect(news).toEqual([{ type: "track.dropped", ...what }]);
});

test("a missed plan item is logged under that name, and triggers no search for files", async () => {
  const news: StationEvent[] = [];
  events.subscribe((event) => news.push(event));
  const itemId = randomUUID();
  const detail = "its time had passed: it was due at 18:00:00 UTC";

  await report({ type: "item.missed", itemId, atMs: 1, detail });

  expect(news).toEqual([{ type: "plan-item.missed", itemId }]);
  const { rows } = await opened.database.connection.execute(
    sql`select level, message, details from system_logs order by "timestamp" desc limit 1`,
  );
  expect(rows).toEqual([
    { level: "warn", message: "An item of the plan was left out", details: { itemId, detail } },
  ]);
});

test("a request with a missing file waits under a new id and is playable once the file is back", async () => {
  const entryId = await request();

  await fail(entryId);
  const waiting = await listQueue(opened.database.connection);
  const whileAway = await playable();
  await markFilesFound(opened.database.connection, [filePath]);

  expect(waiting).toMatchObject([{ position: 1, addedBy: "ada", track: { id: trackId } }]);
  expect(waiting[0]?.id).not.toBe(entryId);
  expect(whileAway).toEqual([]);
  expect(await playable()).toMatchObject([{ id: waiting[0]?.id }]);
});

test("a request whose file exists but can't be played is used up", async () => {
  await writeFile(filePath, "not music");

  await fail(await request());

  expect(await listQueue(opened.database.connection)).toEqual([]);
});

test("requests with missing files do not hide playable ones after them from on-air", async () => {
  const { connection } = opened.database;
  const [other = ""] = await addTestTracks(opened.database, ["other"]);
  await request();
  await request(other);
  await connection.execute(sql`update tracks set missing_since = now() where id = ${trackId}`);

  const head = await listQueueItems(connection, { limit: 1, which: "playable" });

  expect(head.map((item) => item.trackId)).toEqual([other]);
});

test("an undo does not restore entries that have started or failed, but does restore one that waits for its file", async () => {
  const waiting = await request();
  await removeFromQueue(parts, { id: waiting, changedBy: "ada" });
  await fail(waiting);
  await writeFile(filePath, "not music");
  await markFilesFound(opened.database.connection, [filePath]);
  const [started, failed, other] = [await request(), await request(), await request()];
  await clearQueue(parts, { changedBy: "ada" });
  await start(started);
  await fail(failed);

  const cleared = await undoQueue(parts, { maxOpenRequests: 0 });
  const removed = await undoQueue(parts, { maxOpenRequests: 0 });

  expect(cleared).toMatchObject({ change: "clear", queue: [{ id: other, position: 1 }] });
  expect(removed).toMatchObject({ change: "remove", queue: [{ position: 1 }, { id: other }] });
  expect(JSON.stringify(removed)).not.toContain(waiting);
});

test("an entry that starts while being removed is restored by no undo", async () => {
  const [first, second] = [await request(), await request()];
  await removeFromQueue(parts, { id: first, changedBy: "ada" });
  await start(first);
  await removeFromQueue(parts, { id: second, changedBy: "ada" });

  expect(await undoQueue(parts, { maxOpenRequests: 0 })).toMatchObject({
    change: "remove",
    queue: [{ id: second }],
  });
  expect(await undoQueue(parts, { maxOpenRequests: 0 })).toMatchObject({
    change: "remove",
    queue: [{ id: second }],
  });
});
