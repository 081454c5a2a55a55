import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import type { EnginePlay, ToEngine } from "../engine/engine-protocol.ts";
import { testStreams } from "../external/test-streams.ts";
import type { PlanItem, QueueEntry } from "../protocol/index.ts";
import { Journal } from "../state/journal.ts";
import { PlayLedger } from "./play-ledger.ts";
import { Playout } from "./playout.ts";
import { PlayoutStore } from "./playout-store.ts";
import type { DjPlay } from "./plays.ts";
import { track, uuid } from "./test-tracks.ts";

type Message = Exclude<ToEngine, { kind: "start" }>;

const SECOND = 44_100;
/** Where the next run starts. */
const LATER = 100 * SECOND;
const log = createLog({ part: "test", level: "silent" });
let folder = "";
let journal: Journal;
let store: PlayoutStore;
let playout: Playout;
let sent: Message[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "air-keeper-"));
  open(0);
});
afterEach(async () => {
  playout.close();
  await Promise.all([journal.close(), store.flush()]);
  await rm(folder, { recursive: true });
});

/** Starts on-air from its files. @param endSamples where it starts */
function open(endSamples: number): void {
  journal = new Journal({ path: path.join(folder, "journal.jsonl"), log });
  store = new PlayoutStore({ folder, journal, log });
  sent = [];
  const wallMsOf = (positionSamples: number) => positionSamples / 44.1;
  const time = { wallMsOf, positionSamples: endSamples, speed: 1 };
  const ledger = new PlayLedger({ store, journal, time, ring: { endSamples } });
  playout = new Playout({
    streams: testStreams(log),
    store,
    ledger,
    engine: { send: (message: Message) => void sent.push(message), state: "running" },
    time,
    engineShiftSamples: () => 0,
    isFolderAway: async () => await Promise.resolve(false),
    random: () => 0,
    log,
  });
  playout.resume(endSamples);
  ledger.endLastRun(null);
  playout.start();
}

/** Ends on-air without notice, and starts another run from its files after that time. */
async function killAndStart({ afterMs = 0 }: { readonly afterMs?: number } = {}): Promise<void> {
  await Promise.all([store.flush(), journal.close()]);
  const { lastOnAir, airNote } = new PlayoutStore({ folder, journal, log });
  if (lastOnAir !== null) {
    const { moment } = lastOnAir;
    airNote.save({ ...lastOnAir, moment: { ...moment, upMs: moment.upMs - afterMs } });
    await airNote.flush();
  }
  open(LATER);
}

function entry(number: number, isRequest = true): QueueEntry {
  return { ...track(number), entryId: uuid(number + 1000), requestedBy: "Kim", isRequest };
}

/** The engine puts the cued play on air at that second. */
function startCued(second: number): string {
  const playId = playout.cuedPlay()?.playId;
  if (playId === undefined) throw new Error("nothing is cued");
  started(playId, second);
  return playId;
}

function started(playId: string, second: number): void {
  const audioStartSamples = second * SECOND;
  const place = { audioStartSamples, titleSamples: audioStartSamples, mark: null };
  playout.takeEngineEvent({ kind: "play.started", playId, ...place });
}

/** A second of sound of that play, ending at that place in its file. */
function heard(playId: string | null, { until, place }: { until: number; place: number }): void {
  playout.followBlock({
    codec: "mp3",
    bitrateKbps: 128,
    sampleRateHz: SECOND,
    channels: 2,
    positionSamples: (until - 1) * SECOND,
    samples: SECOND,
    playId,
    playOffsetSamples: (place - 1) * SECOND,
    isSilentOnPurpose: false,
    feed: null,
  });
}

function placeOf(play: EnginePlay | null): readonly [string | undefined, number | undefined] {
  return [play?.playId, play?.offsetMs];
}

const endings = () =>
  journal.entries.flatMap(({ event }) =>
    event.type === "play.ended" ? [[event.playId, event.reason]] : [],
  );
const startings = () =>
  journal.entries.flatMap(({ event }) =>
    event.type === "play.started" ? [event.play.playId] : [],
  );

test("[P110] the next run continues the same play where listeners left off", async () => {
  playout.setQueue([entry(1), entry(2)]);
  const playId = startCued(0);
  heard(playId, { until: 8, place: 8 });

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 8000]);
  expect(playout.now).toMatchObject({ playId, audioStartMs: 92_000, requestedBy: "Kim" });
  expect(startings()).toEqual([playId]);
  expect(endings()).toEqual([]);
  // The request is used up, counted once, and not cued again although the server still has it.
  expect(playout.requestStartsMs(0)).toHaveLength(1);
  playout.setQueue([entry(1), entry(2)]);
  expect(playout.cuedPlay()).toMatchObject({ source: { path: track(2).path } });

  started(playId, 92);
  expect(startings()).toEqual([playId]);
});

test("[P110] of two overlapping plays the incoming one continues, and the other has ended", async () => {
  playout.setQueue([entry(1), entry(2)]);
  const former = startCued(0);
  heard(former, { until: 30, place: 30 });
  const coming = startCued(30);
  heard(former, { until: 32, place: 32 });

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([coming, 2000]);
  expect(endings()).toEqual([[former, "finished"]]);
});

test("[P110] a play that has started but was not heard yet starts", async () => {
  playout.setQueue([entry(1)]);
  const playId = startCued(5);

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 0]);
});

test("[P110] an entry whose start reached no disk is still in the queue", async () => {
  playout.setQueue([entry(1)]);
  await Promise.all([store.flush(), journal.close()]);
  const stateFile = path.join(folder, "playout.json");
  const state = await readFile(stateFile);
  const playId = startCued(0);
  heard(playId, { until: 1, place: 1 });
  await store.flush();
  // Only the note got there.
  await writeFile(stateFile, state);

  open(LATER);

  expect(playout.now).toBeNull();
  expect(playout.cuedPlay()).toMatchObject({ source: { path: track(1).path } });
});

test("[P110] a cleanly stopped station continues as well", async () => {
  playout.setQueue([entry(1), entry(2)]);
  const former = startCued(0);
  heard(former, { until: 6, place: 6 });
  const playId = startCued(6);
  heard(playId, { until: 8, place: 2 });
  playout.close();

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 2000]);
  expect(endings()).toEqual([[former, "skipped"]]);
});

test("[P111] after a longer break the play on air counts as ended with on-air, unless it is owed", async () => {
  playout.setRotation([track(1), track(2)]);
  const crashed = startCued(0);
  heard(crashed, { until: 8, place: 8 });
  await killAndStart({ afterMs: 61_000 });
  expect(playout.now).toBeNull();
  const stopped = startCued(100);
  heard(stopped, { until: 108, place: 8 });
  playout.close();
  await killAndStart({ afterMs: 61_000 });
  expect(endings()).toEqual([
    [crashed, "failed"],
    [stopped, "skipped"],
  ]);

  playout.setQueue([entry(3)]);
  const owed = startCued(100);
  heard(owed, { until: 108, place: 8 });
  await killAndStart({ afterMs: 3_600_000 });

  expect(placeOf(playout.currentPlay(LATER))).toEqual([owed, 0]);
  expect(startings()).toEqual([crashed, stopped, owed]);
});

test("[P110] a paused programme stays paused there, and a faded-out one stays so", async () => {
  playout.setQueue([entry(1)]);
  const playId = startCued(0);
  heard(playId, { until: 8, place: 8 });
  playout.takeEngineEvent({ kind: "faded", direction: "out" });
  playout.setSettings({ ...playout.settings, isPlaying: false });
  heard(playId, { until: 20, place: 9 });

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 8000]);
  expect(playout.isFadedOut).toBe(true);
});

test("[P110] an exact item that makes DJs wait still does", async () => {
  const start = {
    kind: "exact",
    fromMs: null,
    atMs: Date.now() + 5000,
    graceMs: 60_000,
    whileLive: "interrupt",
  } as const;
  const item: PlanItem = { ...track(3), itemId: uuid(30), start };
  playout.setPlan([item]);
  const order = sent.findLast(({ kind }) => kind === "take");
  const playId = order?.kind === "take" ? (order.play?.playId ?? "") : "";
  started(playId, 4);
  heard(playId, { until: 6, place: 2 });

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 2000]);
  expect(playout.taking.isHeld).toBe(true);
});

function djPlay(): DjPlay {
  return {
    kind: "live",
    playId: randomUUID(),
    sessionId: randomUUID(),
    djName: "Mira",
    format: "mp3",
    title: { artist: "Mira", title: "Live" },
  };
}

test("[P110] an item heard over a DJ continues alone, with its title", async () => {
  playout.setPlan([]);
  const dj = djPlay();
  playout.taking.take(dj);
  started(dj.playId, 0);
  const start = {
    kind: "exact",
    fromMs: null,
    atMs: Date.now() + 5000,
    graceMs: 60_000,
    whileLive: "wait",
    duckDb: 15,
  } as const;
  playout.setPlan([{ ...track(3), itemId: uuid(30), start }]);
  const order = sent.findLast(({ kind }) => kind === "over");
  const playId = order?.kind === "over" ? (order.play?.playId ?? "") : "";
  playout.takeEngineEvent({ kind: "over.started", playId, audioStartSamples: 4 * SECOND });
  heard(dj.playId, { until: 7, place: 7 });

  await killAndStart();

  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 3000]);
  expect(playout.now).toMatchObject({ playId, startMs: 100_000, sessionId: null });
  expect(endings()).toEqual([[dj.playId, "failed"]]);
  expect(playout.taking.isHeld).toBe(true);
});

test("[P110] after a DJ the next run starts with what comes next", async () => {
  playout.setQueue([entry(1)]);
  const dj = djPlay();
  playout.taking.take(dj);
  started(dj.playId, 0);
  heard(dj.playId, { until: 7, place: 7 });

  await killAndStart();

  expect(playout.now).toBeNull();
  expect(playout.cuedPlay()).toMatchObject({ source: { path: track(1).path } });
});

test("[P112] a track that ended three runs right away is over; one that played on is not", async () => {
  playout.setQueue([entry(1), entry(2)]);
  const playId = startCued(0);
  heard(playId, { until: 8, place: 8 });
  for (let times = 0; times < 2; times += 1) await killAndStart();
  heard(playId, { until: 109, place: 9 });
  for (let times = 0; times < 3; times += 1) await killAndStart();
  expect(placeOf(playout.currentPlay(LATER))).toEqual([playId, 9000]);

  await killAndStart();

  expect(playout.now).toBeNull();
  expect(endings()).toEqual([[playId, "failed"]]);
});
