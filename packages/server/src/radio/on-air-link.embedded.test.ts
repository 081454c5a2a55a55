import {
  type AiredPlay,
  type FromOnAir,
  type Levels,
  type OnAirEvent,
  type OnAirStatus,
} from "@neonrelay/on-air/protocol";
import { createLogTo } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addTestTracks, openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { withOutages, type TestOutage } from "../database/test-outage.ts";
import { findJournalPosition } from "./on-air-store.ts";
import { listPlays } from "../history/play-store.ts";
import { OnAirLink } from "../on-air-link/on-air-link.ts";
import { clearQueue, undoQueue } from "../queue/queue-actions.ts";
import { listQueue } from "../queue/queue-changes.ts";
import { testOperator } from "../queue/test-requester.ts";
import { requestTrack, type RequestParts } from "../requests/request-actions.ts";
import { quietChannel } from "../irc/test-channel.ts";
import { noSlots } from "../schedule/test-no-slots.ts";
import { Settings } from "../settings/settings.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { createJournal } from "./journal-actions.ts";
import { OnAirSync } from "./on-air-sync.ts";
import { loadNowPlaying } from "./radio-actions.ts";
import { RadioControl } from "./radio-control.ts";
import { FIRST_COMMANDS, TestOnAir } from "./test-on-air.ts";
import { testStatus } from "./test-status.ts";
import { openRequests } from "../requests/test-open-requests.ts";

const log = createLogTo(
  (line) => {
    const entry: unknown = JSON.parse(line);
    loggedErrors.push(entry);
  },
  { part: "test", level: "error" },
);
const { settings } = testStatus(null);

/** Errors logged during the test. */
let loggedErrors: unknown[] = [];
let opened: TestDatabase;
let events: StationEvents;
let onAir: TestOnAir;
let link: OnAirLink;
let outage: TestOutage;
let control: RadioControl;
let sync: OnAirSync;
let trackId: string;
let loggedLine: PromiseWithResolvers<string>;
let storeFailed: PromiseWithResolvers<void>;
const journalId = randomUUID();

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  loggedErrors = [];
  loggedLine = Promise.withResolvers();
  storeFailed = Promise.withResolvers();
  for (const table of ["plays", "tracks", "on_air_journal"])
    await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  [trackId = ""] = await addTestTracks(opened.database, ["first"]);
  events = createStationEvents(log);
  const socketPath = path.join(opened.dataDir, "on-air.sock");
  onAir = new TestOnAir(socketPath);
  outage = withOutages(opened.database);
  const { database } = outage;
  const journal = createJournal({ database, events });
  link = new OnAirLink({
    socketPath,
    journal: {
      ...journal,
      store: async (position, event, now) => {
        try {
          await journal.store(position, event, now);
        } catch (error) {
          storeFailed.resolve();
          throw error;
        }
      },
    },
    events,
    recordLine: (line) => loggedLine.resolve(line),
    log,
  });
  control = await RadioControl.open({ database, link, events, log });
  sync = new OnAirSync({ database, link, control, schedule: noSlots, events, isTrial: false, log });
});
afterEach(async () => {
  opened.database.holdWrites(false);
  await link.close();
  await sync.close();
  await control.close();
  await onAir.close();
});

function hello(): FromOnAir {
  return { kind: "hello", protocolVersion: 1, journalId, newestNumber: 9 };
}

function playStarted(
  number: number,
  entryId: string | null,
  more: Partial<AiredPlay> = {},
): FromOnAir {
  const event: OnAirEvent = {
    type: "play.started",
    play: {
      playId: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
      kind: "library",
      sessionId: null,
      djName: null,
      trackId,
      entryId,
      itemId: null,
      requestedBy: null,
      title: "first",
      artist: "Test Tones",
      startMs: 1000 * number,
      audioStartMs: 1000 * number,
      startedAtMs: 1_000_000 + number,
      durationMs: 61_499,
      ...more,
    },
  };
  return { kind: "event", number, event };
}

async function request(): Promise<string> {
  const { database } = opened;
  const parts: RequestParts = {
    database,
    events,
    settings: await Settings.load(database, events),
    schedule: openRequests,
  };
  const request = { requester: testOperator, trackId, place: "end", query: null } as const;
  const outcome = await requestTrack(parts, request);
  return outcome.kind === "taken" ? outcome.item.id : "";
}

async function until(type: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const unsubscribe = events.subscribe((event) => {
      if (event.type !== type) return;
      unsubscribe();
      resolve();
    });
  });
}

test("events from the server's downtime are stored once and acknowledged, then on-air gets everything", async () => {
  const entryId = await request();
  await onAir.listen();
  link.start();
  expect(await onAir.next("hello")).toEqual({ kind: "hello", protocolVersion: 1, stored: null });

  onAir.send(hello(), playStarted(1, entryId), playStarted(1, entryId), playStarted(2, null));
  onAir.send({ kind: "replayed" });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 2 });
  const toldSettings = await onAir.answer("setSettings");
  await onAir.answer("setDjKeys");
  await onAir.answer("setLiveSlots");
  const toldQueue = await onAir.answer("setQueue");
  await onAir.answer("setOutputs");
  await onAir.answer("setHlsStorage");
  const toldRotation = await onAir.answer("setRotation");

  const { connection } = opened.database;
  const plays = await listPlays(connection, { beforeMs: null, limit: 10 });
  expect(plays.map(({ startMs }) => startMs)).toEqual([2000, 1000]);
  expect(await findJournalPosition(connection)).toEqual({ journalId, number: 2 });
  expect(await listQueue(connection)).toEqual([]);
  expect(toldSettings).toMatchObject({
    isPlaying: true,
    volume: 75,
    isStreaming: true,
    autoPlay: true,
    bitrateKbps: 192,
    sampleRateHz: 44_100,
    channels: 2,
  });
  expect(toldQueue).toEqual({ entries: [] });
  expect(toldRotation).toMatchObject({ tracks: [{ trackId, path: "/music/first.mp3" }] });
});

test("the server reconnects by itself after a lost connection and states what it has", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), playStarted(7, null));
  await onAir.answer("acknowledge");
  await onAir.close();
  await onAir.listen();

  expect(await onAir.next("hello")).toEqual({
    kind: "hello",
    protocolVersion: 1,
    stored: { journalId, number: 7 },
  });
});

test("[L7] a link that is silent for four seconds counts as lost and is re-established", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const ready = until("on-air.changed");
  onAir.send(hello(), { kind: "replayed" });
  await ready;
  expect(link.ageMs).toBeLessThan(4000);

  onAir.hang();
  await until("on-air.changed");

  expect([link.isUp, link.ageMs]).toEqual([false, null]);
  await expect(link.run("restart", {})).rejects.toThrow("can't be reached");
  expect(await onAir.next("hello")).toMatchObject({ kind: "hello" });
});

test("[L9] while the database is down the link accepts commands, and its reports are stored afterwards", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const ready = until("on-air.changed");
  onAir.send(hello(), { kind: "replayed" });
  await ready;

  outage.isAway = true;
  onAir.send(playStarted(1, null), playStarted(2, null));
  await storeFailed.promise;
  const changed = until("on-air.changed");
  onAir.send({ kind: "status", status: statusWith({ listeners: 4 }) });
  await changed;
  const skipping = link.run("skip", { fadeMs: 0 });
  await onAir.answer("skip", { skipped: true });
  expect(await skipping).toEqual({ skipped: true });
  outage.isAway = false;

  expect(await onAir.next("hello")).toMatchObject({ stored: null });
  onAir.send(hello(), playStarted(1, null), playStarted(2, null), { kind: "replayed" });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 2 });
});

test("while writes are held the link stays up, and on-air's reports are stored and acknowledged afterwards", async () => {
  const { database } = opened;
  database.holdWrites(true);
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const ready = until("on-air.ready");
  onAir.send(hello(), playStarted(1, null), playStarted(2, null), { kind: "replayed" });
  await ready;
  const held = await findJournalPosition(database.connection);
  const changed = until("on-air.changed");
  onAir.send({ kind: "status", status: statusWith({ listeners: 4 }) });
  await changed;
  database.holdWrites(false);

  expect(held).toBeNull();
  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 2 });
  expect(await findJournalPosition(database.connection)).toEqual({ journalId, number: 2 });
});

test("a title with unstorable characters is stored without them", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), playStarted(1, null, { title: "Night\0\u202e \ud800Shift" }));
  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });

  const plays = await listPlays(opened.database.connection, { beforeMs: null, limit: 10 });
  expect(plays).toMatchObject([{ title: "Night \ufffdShift" }]);
});

test("[L4] an event that can't be stored is skipped, and later ones are stored", async () => {
  const entryId = await request();
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  // Too large for any duration column.
  onAir.send(hello(), playStarted(1, entryId, { durationMs: 3e9 }), playStarted(2, null));
  onAir.send({ kind: "replayed" });

  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 2 });
  const { connection } = opened.database;
  const plays = await listPlays(connection, { beforeMs: null, limit: 10 });
  expect(plays.map(({ startMs }) => startMs)).toEqual([2000]);
  expect(await listQueue(connection)).toEqual([]);
  expect(loggedErrors).toMatchObject([
    { msg: "can't store an event from on-air: skipped", event: { play: { entryId } } },
  ]);
});

test("[L4] an event that can't be parsed is skipped as well", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello());
  onAir.sendRaw({ kind: "event", number: 1, event: { type: "of another release" } });
  onAir.send(playStarted(2, null), { kind: "replayed" });

  expect(await onAir.answer("acknowledge")).toEqual({ number: 1 });
  expect(await onAir.answer("acknowledge")).toEqual({ number: 2 });
  expect(loggedErrors).toMatchObject([{ event: { type: "of another release" } }]);
});

test("a link that breaks while the database is down reconnects with the last known position", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), playStarted(7, null));
  await onAir.answer("acknowledge");
  outage.isAway = true;
  await onAir.close();
  await onAir.listen();

  expect(await onAir.next("hello")).toMatchObject({ stored: { journalId, number: 7 } });
  onAir.send(hello(), playStarted(8, null), { kind: "replayed" });
  await until("on-air.changed");
  expect(link.isUp).toBe(true);
});

test("a play of a track that has left the library stays in the history", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  trackId = randomUUID();
  onAir.send(hello(), playStarted(1, randomUUID()));
  await onAir.answer("acknowledge");

  const plays = await listPlays(opened.database.connection, { beforeMs: null, limit: 10 });
  expect(plays).toMatchObject([{ title: "first", track: null }]);
});

test("on-air gets a change of the queue", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });
  await onAir.takeEverything();

  const entryId = await request();

  expect(await onAir.answer("setQueue")).toMatchObject({
    // An operator added it, and nobody requested it.
    entries: [{ entryId, trackId, requestedBy: null, gainDb: 0 }],
  });

  await clearQueue({ database: opened.database, events }, { changedBy: "ada" });
  expect(await onAir.answer("setQueue")).toEqual({ entries: [] });
  await undoQueue({ database: opened.database, events }, { maxOpenRequests: 0 });
  expect(await onAir.answer("setQueue")).toMatchObject({ entries: [{ entryId, trackId }] });
});

test("[P5] on-air gets a track with its current gain and cue points", async () => {
  const { connection } = opened.database;
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });
  await onAir.takeEverything();

  await connection.execute(sql`
    update tracks set cue_in_ms = 500, cue_out_ms = 60000, start_next_ms = 58000, user_cue_in_ms = 0,
      album_artist = 'All', disc_number = 2, track_number = 7`);
  await connection.execute(sql`update station_settings set loudness_target_lufs = -18`);
  events.publish({ type: "library.changed" });

  await onAir.answer("setQueue");
  expect(await onAir.answer("setRotation")).toMatchObject({
    tracks: [
      {
        trackId,
        gainDb: -2,
        cues: { cueInMs: 0, cueOutMs: 60_000, startNextMs: 58_000, isDecay: true },
        albumArtist: "All",
        discNumber: 2,
        trackNumber: 7,
      },
    ],
  });
  await connection.execute(sql`update station_settings set loudness_target_lufs = -16`);
});

test("a track removed from rotation leaves on-air's at once, even while a scan adds others", async () => {
  await sync.close();
  const { database } = opened;
  const parts = { database, link, control, schedule: noSlots, events, isTrial: false, log };
  sync = new OnAirSync({ ...parts, rotationPauseMs: 24 * 60 * 60_000 });
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });
  await onAir.takeEverything();

  events.publish({ type: "library.changed", isFileRead: true });
  await onAir.answer("setQueue");
  await database.connection.execute(sql`delete from tracks`);
  events.publish({ type: "library.changed" });

  await onAir.answer("setQueue");
  expect(await onAir.answer("setRotation")).toEqual({ tracks: [] });
});

test("warnings of on-air and its engine are passed on", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");

  onAir.send(hello(), { kind: "replayed" }, { kind: "log", line: '{"msg":"the engine died"}' });

  expect(await loggedLine.promise).toBe('{"msg":"the engine died"}');
});

test("a topic that on-air refuses does not block the others, and is retried", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });

  await onAir.refuse("setSettings", "no such volume");
  for (const name of FIRST_COMMANDS) if (name !== "setSettings") await onAir.answer(name);

  expect(await onAir.answer("setSettings")).toMatchObject({ isPlaying: true });
});

test("[L8] commands fail at once while on-air is down, refuses or disconnects", async () => {
  await expect(link.run("restart", {})).rejects.toThrow("can't be reached");
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const ready = until("on-air.changed");
  onAir.send(hello(), { kind: "replayed" });
  await ready;

  const refused = link.run("skip", { fadeMs: 0 });
  const command = await onAir.next("command", "skip");
  if (command.kind === "command")
    onAir.send({ kind: "refusal", id: command.id, reason: "nothing plays" });
  await expect(refused).rejects.toThrow("nothing plays");
  const broken = link.run("skip", { fadeMs: 0 });
  const outcome = expect(broken).rejects.toThrow("was lost");
  await onAir.next("command", "skip");
  await onAir.close();
  await outcome;
});

test("[L8] a closed link accepts no command and leaves none waiting", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const ready = until("on-air.changed");
  onAir.send(hello(), { kind: "replayed" });
  await ready;
  // A minute is far longer than the test waits.
  const skipping = link.run("skip", { fadeMs: 0 }, { limitMs: 60_000 });
  const waiting = expect(skipping).rejects.toThrow("was lost");

  await link.close();
  await waiting;

  expect(link.isUp).toBe(false);
});

test("the number of listeners is the last known one, and unknown before on-air first reported", async () => {
  expect(link.listeners).toBeNull();
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  let changed = until("on-air.changed");
  onAir.send(hello(), { kind: "status", status: statusWith({ listeners: 4 }) });
  await changed;
  onAir.send({ kind: "replayed" });
  await onAir.answer("setSettings");
  changed = until("on-air.changed");
  await onAir.close();
  await changed;

  expect(link.isUp).toBe(false);
  expect(link.listeners).toBe(4);
});

test("a new on-air that has not reported yet is not mistaken for the previous one", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(
    hello(),
    { kind: "replayed" },
    { kind: "status", status: statusWith({ listeners: 4 }) },
  );
  await expect.poll(() => link.currentStatus).not.toBeNull();

  await onAir.close();
  await expect.poll(() => link.isUp).toBe(false);
  await onAir.listen();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });
  await expect.poll(() => link.isUp).toBe(true);

  expect(link.currentStatus).toBeNull();
  expect(link.listeners).toBe(4);
  onAir.send({ kind: "status", status: statusWith({ listeners: 5 }) });
  await expect.poll(() => link.currentStatus?.listeners).toBe(5);
});

function statusWith({ listeners }: { readonly listeners: number }): OnAirStatus {
  return {
    now: null,
    next: null,
    source: "programme",
    engine: "running",
    encoderSpeed: 12.5,
    positionMs: 0,
    atMs: Date.now(),
    listeners,
    outputs: [],
    hlsStorage: null,
    live: [],
    captureDevices: [],
    ledger: null,
    edges: [],
    probes: [],
    settings,
    requestStartsMs: [],
    quarantined: [],
  };
}

test("now-playing is what on-air reports, brought forward to the present", async () => {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const started = playStarted(3, null);
  if (started.kind !== "event" || started.event.type !== "play.started") throw new Error("no play");
  const status: OnAirStatus = {
    now: started.event.play,
    next: { trackId, entryId: null, requestedBy: null },
    source: "programme",
    engine: "running",
    encoderSpeed: 12.5,
    positionMs: 50_000,
    atMs: Date.now() - 1000,
    listeners: 4,
    outputs: [],
    hlsStorage: null,
    live: [],
    captureDevices: [],
    ledger: null,
    edges: [],
    probes: [],
    settings,
    requestStartsMs: [],
    quarantined: [],
  };
  const changed = until("on-air.changed");
  onAir.send(hello(), { kind: "status", status });
  await changed;

  const config = { publicUrl: null, publicStreamUrl: null, streamPort: 8000, tls: null };
  const { database } = opened;
  const stationSettings = await Settings.load(database, events);
  const now = await loadNowPlaying({
    database,
    events,
    settings: stationSettings,
    link,
    control,
    irc: quietChannel,
    config,
  });
  expect(now).toMatchObject({
    now: { title: "first", startMs: 3000 },
    track: { id: trackId },
    next: { track: { id: trackId } },
    history: [],
  });
  expect(now.positionMs - now.serverNowMs).toBeCloseTo(status.positionMs - status.atMs, 3);
});

test("levels are subscribed to over every connection while there are subscribers, and no longer", async () => {
  const levels: Levels = {
    posMs: 5,
    bandsDb: Array.from({ length: 64 }, () => -20),
    samples: Array.from({ length: 128 }, () => 1),
    rmsLeftDb: -20,
    rmsRightDb: -20,
    peakDb: -10,
  };
  let taken = Promise.withResolvers<Levels>();
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });
  expect(await onAir.answer("setLevels")).toEqual({ isOn: false });

  link.followLevels((value) => taken.resolve(value));
  expect(await onAir.answer("setLevels")).toEqual({ isOn: true });
  onAir.send({ kind: "levels", levels });
  expect(await taken.promise).toEqual(levels);
  await onAir.close();
  taken = Promise.withResolvers();
  await onAir.listen();
  await onAir.next("hello");
  onAir.send(hello(), { kind: "replayed" });
  expect(await onAir.answer("setLevels")).toEqual({ isOn: true });
  onAir.send({ kind: "levels", levels });
  expect(await taken.promise).toEqual(levels);
  link.followLevels(null);
  expect(await onAir.answer("setLevels")).toEqual({ isOn: false });
});
