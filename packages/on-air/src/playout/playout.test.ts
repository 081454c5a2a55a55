import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "@neonrelay/process/log";
import { FILE_NOT_THERE } from "../audio/decode-error.ts";
import type { EnginePlay, ToEngine } from "../engine/engine-protocol.ts";
import type { PlanItem, PlayableTrack, QueueEntry } from "../protocol/index.ts";
import type { EngineState } from "../engine-host/engine-process.ts";
import { Journal } from "../state/journal.ts";
import { PlayLedger } from "./play-ledger.ts";
import { defaultSettings } from "../protocol/index.ts";
import { PlayoutStore } from "./playout-store.ts";
import type { DjPlay } from "./plays.ts";
import { testStreams } from "../external/test-streams.ts";
import { onAirStatus, type PlayoutStatus } from "./on-air-status.ts";
import { Playout } from "./playout.ts";
import { track as plainTrack, uuid } from "./test-tracks.ts";

const log = createLog({ part: "test", level: "silent" });
let folder = "";
let journal: Journal;
let store: PlayoutStore;
let sent: Exclude<ToEngine, { kind: "start" }>[] = [];
let settingsFollowed = 0;
let endSamples = 0;
let playout: Playout;
let ledger: PlayLedger;
let engineState: EngineState = "running";
let isAway = false;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "playout-"));
  sent = [];
  settingsFollowed = 0;
  endSamples = 0;
  engineState = "running";
  isAway = false;
  open();
});
afterEach(async () => {
  vi.useRealTimers();
  playout.close();
  await Promise.all([journal.close(), store.flush()]);
  await rm(folder, { recursive: true });
});

function open(): void {
  journal = new Journal({ path: path.join(folder, "journal.jsonl"), log });
  store = new PlayoutStore({ folder, journal, log });
  const time = {
    wallMsOf: (positionSamples: number) => positionSamples / 44.1,
    positionSamples: 0,
    speed: 1,
  };
  const engine = {
    send: (message: Exclude<ToEngine, { kind: "start" }>) => void sent.push(message),
    get state() {
      return engineState;
    },
  };
  const ring = {
    get endSamples() {
      return endSamples;
    },
  };
  ledger = new PlayLedger({ store, journal, time, ring });
  playout = new Playout({
    streams: testStreams(log),
    store,
    ledger,
    engine,
    time,
    engineShiftSamples: () => 0,
    isFolderAway: async () => await Promise.resolve(isAway),
    random: () => 0,
    log,
  });
  playout.events.subscribe((event) => {
    if (event.kind === "settings.set") settingsFollowed += 1;
  });
}

/** What the server gets while the engine is fast and nothing is bridged. */
function statusWith(listeners: number): PlayoutStatus {
  const transmitter = { source: "programme", encoderSpeed: 12.5 } as const;
  const [engine, time] = [{ state: engineState }, { positionSamples: 0 }];
  return onAirStatus({ playout, transmitter, engine, time, listeners, atMs: Date.now() });
}

function track(number: number): PlayableTrack {
  return { ...plainTrack(number), durationMs: 200_000, gainDb: -3 };
}

function entry(number: number): QueueEntry {
  return { ...track(number), entryId: uuid(number + 1000), requestedBy: "Kim", isRequest: true };
}

function cuedPlay(): EnginePlay {
  const play = playout.cuedPlay();
  if (play === null) throw new Error("nothing is cued");
  return play;
}

const fromFile = (path: string) => ({ source: { kind: "file", path } });

/** What the engine does when a cued play starts. */
function startCued(audioStartSamples: number): string {
  const { playId } = cuedPlay();
  playout.takeEngineEvent({
    kind: "play.started",
    playId,
    audioStartSamples,
    titleSamples: audioStartSamples + 88_200,
    mark: null,
  });
  return playId;
}

function events(): readonly unknown[] {
  return journal.entries.map(({ event }) => event);
}

test("the next track is cued as soon as one has started", () => {
  playout.setRotation([track(1), track(2)]);
  startCued(0);

  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
  expect(statusWith(3)).toMatchObject({
    now: { trackId: uuid(1), startMs: 2000, audioStartMs: 0, entryId: null },
    next: { trackId: uuid(2), entryId: null },
    listeners: 3,
  });
});

test("[P21] consecutive tracks of an album have its gain, including the first and the last, but a single one has not", () => {
  const song = (number: number, gainDb: number): QueueEntry => ({
    ...entry(number),
    album: "Tides",
    trackNumber: number,
    gainDb,
    albumGainDb: -5,
  });
  const starts: number[] = [];
  playout.setQueue([song(1, 3), song(2, -9), song(4, 1), entry(7)]);
  for (const at of [0, 1, 2, 3]) {
    starts.push(cuedPlay().gainDb);
    startCued(at * 400_000);
  }

  expect(starts).toEqual([-5, -5, 1, -3]);
});

test("the files on air and cued may be moved", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);

  playout.setRotation([1, 2].map((number) => ({ ...track(number), path: `/moved/${number}.mp3` })));

  expect(playout.currentPlay(44_100)).toMatchObject({ playId, ...fromFile("/moved/1.mp3") });
  expect(cuedPlay()).toMatchObject(fromFile("/moved/2.mp3"));
});

test("a new head of the queue replaces the cued track", () => {
  playout.setRotation([track(1), track(2)]);
  playout.setQueue([entry(3)]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/3.mp3"));

  playout.setQueue([entry(4), entry(3)]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/4.mp3"));

  const before = sent.length;
  playout.setQueue([entry(4), entry(5)]);
  expect(sent).toHaveLength(before);

  playout.setQueue([]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/1.mp3"));
});

test("[P58] a waiting DJ is recognised when their sound comes, whatever was cued since", () => {
  const dj: DjPlay = {
    kind: "live",
    playId: uuid(7000),
    sessionId: uuid(7001),
    djName: "Mira",
    format: "mp3",
    title: { artist: "Mira", title: "Live" },
  };
  playout.taking.take(dj);
  for (let number = 3; number < 103; number += 1) playout.setQueue([entry(number)]);

  playout.takeEngineEvent({
    kind: "play.started",
    playId: dj.playId,
    audioStartSamples: 0,
    titleSamples: 0,
    mark: null,
  });

  expect(playout.now).toMatchObject({ kind: "live", djName: "Mira", title: "Live" });
});

test("an entry removed from the queue, even when cued, plays once it is put back", () => {
  playout.setRotation([track(1), track(2)]);
  playout.setQueue([entry(3), entry(4)]);
  const before = cuedPlay().playId;

  playout.setQueue([]);
  playout.setQueue([entry(3), entry(4)]);
  const after = startCued(0);

  expect(after).not.toBe(before);
  expect(statusWith(0)).toMatchObject({
    now: { entryId: uuid(1003) },
    next: { entryId: uuid(1004) },
  });
});

test("a started entry never starts again, even after a restart of on-air", async () => {
  playout.setQueue([entry(1)]);
  startCued(0);
  playout.setQueue([entry(1)]);
  expect(playout.cuedPlay()).toBeNull();

  await Promise.all([journal.close(), store.flush()]);
  open();
  playout.setQueue([entry(1)]);
  expect(playout.cuedPlay()).toBeNull();
});

test("queue, rotation and settings survive a restart of on-air", async () => {
  playout.setRotation([track(1)]);
  playout.setQueue([entry(2)]);
  playout.setSettings({ ...defaultSettings, volume: 20 });
  await Promise.all([journal.close(), store.flush()]);

  open();
  playout.start();

  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
  expect(playout.settings.volume).toBe(20);
  expect(store.rotation).toEqual([track(1)]);
});

test("settings kept by an older release still work: streaming, auto-play, 44.1 kHz stereo", async () => {
  playout.setSettings({ ...defaultSettings, volume: 20 });
  await Promise.all([journal.close(), store.flush()]);
  const file = path.join(folder, "playout.json");
  const older = (await readFile(file, "utf8")).replaceAll(
    /"(?:isStreaming|autoPlay|sampleRateHz|channels)":[^,]+,/g,
    "",
  );
  await writeFile(file, older);

  open();

  expect(older).not.toContain("sampleRateHz");
  expect(playout.settings).toEqual({ ...defaultSettings, volume: 20 });
});

test("an unreadable track is reported, its entry used up, and the next one cued", () => {
  playout.setQueue([entry(1), entry(2)]);
  playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail: "no audio" });

  expect(events()).toEqual([
    {
      type: "track.failed",
      trackId: uuid(1),
      entryId: uuid(1001),
      itemId: null,
      atMs: expect.any(Number),
      detail: "no audio",
    },
  ]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
});

test("[P109] an entry whose folder is away waits in the queue, and plays once the folder is back", async () => {
  vi.useFakeTimers();
  const detail = FILE_NOT_THERE;
  isAway = true;
  playout.setQueue([entry(1), entry(2)]);
  playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail });
  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));

  await vi.advanceTimersByTimeAsync(10_001);

  expect(cuedPlay()).toMatchObject(fromFile("/music/1.mp3"));
  expect(events()).toEqual([]);

  isAway = false;
  playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail });
  await vi.advanceTimersByTimeAsync(0);

  expect(events()).toMatchObject([{ type: "track.failed", entryId: uuid(1001), detail }]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
});

test("[P109] an entry removed from the queue while its folder is checked is not reported", async () => {
  playout.setQueue([entry(1), entry(2)]);
  const { playId } = cuedPlay();
  playout.takeEngineEvent({ kind: "cue.failed", playId, detail: FILE_NOT_THERE });
  playout.setQueue([entry(2)]);
  await new Promise(setImmediate);

  expect(events()).toEqual([]);
});

function standIn(number: number): PlanItem {
  return {
    ...track(number),
    itemId: uuid(number + 2000),
    start: { kind: "follow" },
    requests: "here",
  };
}

test("[P36] a request uses up the item it replaces; an unreadable one leaves it", () => {
  playout.setPlan([standIn(5), standIn(6)]);
  playout.setQueue([entry(1), entry(2)]);

  playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail: "gone" });
  startCued(0);

  expect(events()).toMatchObject([
    { type: "track.failed", entryId: uuid(1001), itemId: null },
    { type: "play.started", play: { entryId: uuid(1002), itemId: uuid(2005) } },
  ]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/6.mp3"));
});

test("[P37] the limit of requests survives a restart of on-air, even for requests missing in its files", async () => {
  const limited = { ...defaultSettings, requestsPerHour: 1 };
  playout.setRotation([track(8), track(9)]);
  playout.setSettings(limited);
  playout.setQueue([entry(1), entry(2)]);
  await store.flush();
  const file = path.join(folder, "playout.json");
  const before = await readFile(file, "utf8");
  vi.setSystemTime(1000);
  startCued(0);
  expect(cuedPlay()).toMatchObject(fromFile("/music/8.mp3"));
  expect(statusWith(0).requestStartsMs).toEqual([0]);

  await Promise.all([journal.close(), store.flush()]);
  // Killed before it could write that file.
  await writeFile(file, before);
  open();
  playout.start();

  expect(cuedPlay()).toMatchObject(fromFile("/music/8.mp3"));
  playout.setSettings({ ...limited, requestsPerHour: null });
  playout.setQueue([entry(2)]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
});

test("after ten failures in a row there is a pause of five seconds", () => {
  vi.useFakeTimers();
  playout.setQueue(Array.from({ length: 12 }, (_, index) => entry(index)));
  for (let failures = 0; failures < 10; failures += 1)
    playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail: "gone" });
  expect(playout.cuedPlay()).toBeNull();

  vi.advanceTimersByTime(5000);

  expect(cuedPlay()).toMatchObject(fromFile("/music/10.mp3"));
});

test("a rotation of nothing but broken files is tried again after a minute", () => {
  vi.useFakeTimers();
  playout.setRotation([track(1)]);
  playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail: "gone" });
  expect(playout.cuedPlay()).toBeNull();

  vi.advanceTimersByTime(65_000);

  expect(cuedPlay()).toMatchObject(fromFile("/music/1.mp3"));
});

test("a new engine continues the same play where the ring ends", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);
  playout.followBlock({
    codec: "mp3",
    bitrateKbps: 192,
    sampleRateHz: 44_100,
    channels: 2,
    positionSamples: 44_100,
    samples: 22_050,
    playId,
    playOffsetSamples: 44_100,
    isSilentOnPurpose: false,
    feed: null,
  });

  playout.takeEngineEnd("died");

  expect(playout.currentPlay(66_150)).toEqual({
    playId,
    source: { kind: "file", path: "/music/1.mp3", cues: null, albumPlace: null },
    gainDb: -3,
    offsetMs: 1500,
  });
  playout.takeEngineEvent({
    kind: "play.started",
    playId,
    audioStartSamples: 10_000,
    titleSamples: 66_150,
    mark: null,
  });
  // The new engine's first block already has its title.
  expect(statusWith(0).now).toMatchObject({ playId, startMs: 1500 });
  expect(events().slice(1)).toEqual([{ type: "play.hurried", playId, startMs: 1500 }]);
});

test("[P24] a title that starts earlier than announced is announced again, once", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);

  const hurried = { kind: "play.hurried", playId, titleSamples: 44_100 } as const;
  playout.takeEngineEvent(hurried);
  playout.takeEngineEvent(hurried);

  expect(statusWith(0).now).toMatchObject({ playId, startMs: 1000, audioStartMs: 0 });
  expect(events().slice(1)).toEqual([{ type: "play.hurried", playId, startMs: 1000 }]);
});

test("a play that kills two engines is dropped, and the cue starts", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);
  endSamples = 44_100;
  const next = cuedPlay();
  for (const death of [1, 2]) {
    playout.takeEngineEvent({ kind: "cue.ready", playId: next.playId, bufferedMs: death });
    playout.takeEngineEnd("died");
  }

  expect(playout.currentPlay(44_100)).toMatchObject({ playId: next.playId, offsetMs: 0 });
  expect(events().at(-1)).toMatchObject({ type: "play.ended", playId, reason: "failed" });
});

test("a cued track that kills the engine is dropped, not the innocent one on air", () => {
  playout.setRotation([track(1), track(2), track(3)]);
  const playId = startCued(0);
  const guilty = cuedPlay();
  playout.takeEngineEnd("died");
  playout.takeEngineEnd("died");

  expect(events().at(-1)).toMatchObject({ type: "track.failed", trackId: uuid(2) });
  expect(cuedPlay().source).not.toEqual(guilty.source);
  expect(playout.currentPlay(0)?.playId).toBe(playId);
});

test("restart plays the same track as a new play, and skip fades; neither works with nothing on air", () => {
  expect([playout.orders.skip({ fadeMs: 500, playId: null }), playout.orders.restart()]).toEqual([
    false,
    false,
  ]);
  playout.setQueue([entry(1)]);
  const playId = startCued(0);

  expect(playout.orders.restart()).toBe(true);
  const again = sent.at(-1);
  if (again?.kind !== "restart") throw new Error("no restart was sent");
  playout.takeEngineEvent({
    kind: "play.ended",
    playId,
    playedSamples: 44_100,
    reason: "restarted",
    detail: null,
  });
  playout.takeEngineEvent({
    kind: "play.started",
    playId: again.playId,
    audioStartSamples: 44_100,
    titleSamples: 44_100,
    mark: null,
  });

  expect(events().slice(1)).toMatchObject([
    { type: "play.ended", playId, playedMs: 1000, reason: "restarted" },
    { type: "play.started", play: { playId: again.playId, entryId: uuid(1001) } },
  ]);
});

test("settings reach the engine and the mounts", () => {
  playout.setSettings({ ...defaultSettings, isPlaying: false, volume: 10, bitrateKbps: 128 });

  expect(sent).toEqual([
    { kind: "set-playing", isPlaying: false },
    { kind: "set-volume", volume: 10 },
  ]);
  expect(settingsFollowed).toBe(1);
});

test("stopping the station ends the outgoing play with that reason; the incoming one stays open for the next run", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);
  const comingId = startCued(44_100);
  endSamples = 88_200;

  playout.close();

  expect(events().at(-1)).toEqual({
    type: "play.ended",
    playId,
    endedAtMs: 2000,
    playedMs: 2000,
    reason: "skipped",
    detail: "the station was stopped",
  });
  expect(store.openPlays).toEqual([{ playId: comingId, audioStartSamples: 44_100 }]);
});

test("a skip applies to the play it names: repeated once that is over, it skips nothing", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);
  expect(playout.orders.skip({ fadeMs: 500, playId })).toBe(true);
  startCued(44_100);
  const before = sent.length;

  expect(playout.orders.skip({ fadeMs: 500, playId })).toBe(false);
  expect(sent).toHaveLength(before);
});

test("without a running engine nothing is skipped or restarted", () => {
  playout.setRotation([track(1)]);
  startCued(0);
  engineState = "down";

  expect([playout.orders.skip({ fadeMs: 500, playId: null }), playout.orders.restart()]).toEqual([
    false,
    false,
  ]);
});

test("the play a new engine starts with is not also cued next", () => {
  playout.setQueue([entry(1), entry(2)]);
  const beginning = playout.currentPlay(0);
  expect(beginning).toMatchObject(fromFile("/music/1.mp3"));

  playout.setQueue([entry(1), entry(2)]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));

  playout.setQueue([entry(1)]);
  expect(playout.cuedPlay()).toBeNull();
});

test("a track of the rotation that a new engine starts with is not chosen again", () => {
  playout.setRotation([track(1), track(2)]);
  expect(playout.currentPlay(0)).toMatchObject(fromFile("/music/1.mp3"));

  playout.setRotation([track(1), track(2)]);

  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
});

test("the first track of a new library is not repeated when others come in while it is on air", () => {
  playout.setRotation([track(1)]);
  startCued(0);
  expect(cuedPlay()).toMatchObject(fromFile("/music/1.mp3"));

  playout.setRotation([track(1), track(2)]);

  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
});

test("an ended play keeps its title for blocks still on their way", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);
  playout.takeEngineEvent({
    kind: "play.ended",
    playId,
    playedSamples: 44_100,
    reason: "failed",
    detail: "it broke off",
  });

  expect(ledger.titleOf({ playId, mark: null }).text).toBe("Lux - Track 1");
});

test("a broken track of the rotation is reported once, and again after the rotation changes", () => {
  vi.useFakeTimers();
  playout.setRotation([track(1)]);
  const fail = (): void =>
    playout.takeEngineEvent({ kind: "cue.failed", playId: cuedPlay().playId, detail: "gone" });
  fail();
  vi.advanceTimersByTime(65_000);
  playout.setRotation([track(1)]);
  fail();
  expect(events()).toHaveLength(1);

  vi.advanceTimersByTime(65_000);
  playout.setRotation([track(1), track(2)]);
  fail();

  expect(events()).toHaveLength(2);
});

test("the play the engine hung in is blamed, not the one it was preparing", () => {
  playout.setRotation([track(1), track(2), track(3)]);
  const playId = startCued(0);
  const next = cuedPlay();
  for (let death = 1; death <= 2; death += 1) {
    playout.takeEngineEvent({ kind: "play.hung", playId });
    playout.takeEngineEnd("died");
  }

  expect(events().at(-1)).toMatchObject({ type: "play.ended", playId, reason: "failed" });
  expect(playout.currentPlay(0)?.playId).toBe(next.playId);
});

/** Starts the cued play, which the engine then reports silent. @returns its id */
function startSilent(): string {
  const playId = startCued(0);
  playout.takeEngineEvent({ kind: "play.silent", playId });
  return playId;
}

function endSkipped(playId: string): void {
  playout.takeEngineEvent({
    kind: "play.ended",
    playId,
    playedSamples: 352_800,
    reason: "skipped",
    detail: null,
  });
}

test("[P90] a silent track gives way to the next one, and its end says why", () => {
  playout.setRotation([track(1), track(2)]);
  const playId = startSilent();
  expect(sent.at(-1)).toEqual({ kind: "skip", playId, fadeMs: 500 });

  startCued(352_800);
  endSkipped(playId);

  expect(events().at(-1)).toMatchObject({
    type: "play.ended",
    playId,
    reason: "failed",
    detail: "It was silent for 8 s",
  });
});

test("[P91] after three silent tracks in a row nothing is cued for a minute", () => {
  vi.useFakeTimers();
  playout.setRotation([track(1), track(2), track(3), track(4), track(5), track(6)]);
  for (let row = 1; row < 3; row += 1) endSkipped(startSilent());

  const third = startSilent();
  endSkipped(third);

  expect(sent.slice(-2)).toEqual([
    { kind: "cue", play: null },
    { kind: "skip", playId: third, fadeMs: 500 },
  ]);
  vi.advanceTimersByTime(59_000);
  expect(playout.cuedPlay()).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(playout.cuedPlay()).not.toBeNull();
});

test("[P91] a track with sound resets the count of silent ones", () => {
  playout.setRotation([track(1), track(2), track(3), track(4), track(5), track(6)]);
  for (let row = 1; row < 3; row += 1) endSkipped(startSilent());
  endSkipped(startCued(0));

  startSilent();

  expect(playout.cuedPlay()).not.toBeNull();
});

/** The engine hangs in the play on air, gives it up, and dies. */
function hangIn(playId: string): void {
  playout.takeEngineEvent({
    kind: "play.ended",
    playId,
    playedSamples: 0,
    reason: "failed",
    detail: "The file could not be read in time",
  });
  playout.takeEngineEvent({ kind: "play.hung", playId });
  playout.takeEngineEnd("died");
}

test("[P28][P31] when the wall clock is set, an exact item moves with it; one left in the past is missed", () => {
  vi.useFakeTimers();
  playout.setRotation([track(1), track(2)]);
  const playId = startCued(0);
  const atMs = Date.now() + 10_000;
  const start = { kind: "exact", fromMs: null, atMs, graceMs: 60_000, whileLive: "wait" } as const;
  playout.setPlan([{ ...track(3), itemId: uuid(3001), start }]);
  /** When it will start, once the sound has gone on for a moment. */
  const atSamples = () => {
    vi.advanceTimersByTime(200);
    playout.followBlock({
      codec: "mp3",
      bitrateKbps: 192,
      sampleRateHz: 44_100,
      channels: 2,
      positionSamples: 0,
      samples: 8820,
      playId,
      playOffsetSamples: 0,
      isSilentOnPurpose: false,
      feed: null,
    });
    return sent.findLast((message) => message.kind === "take")?.atSamples;
  };

  const before = atSamples();
  vi.setSystemTime(atMs - 12_200);
  const setBack = atSamples();
  vi.setSystemTime(atMs - 5200);
  const setAhead = atSamples();
  vi.setSystemTime(atMs + 60_000);
  const leftBehind = atSamples();

  expect([before, setBack, setAhead]).toEqual([432_180, 529_200, 220_500]);
  expect(leftBehind).toBeUndefined();
  expect(sent.findLast(({ kind }) => kind === "take")).toMatchObject({ play: null });
  expect(events().at(-1)).toMatchObject({ type: "item.missed", itemId: uuid(3001) });
});

test("[P93] a track that hangs two engines is kept off air, even after a restart of on-air", async () => {
  playout.setRotation([track(2), track(3)]);
  playout.setQueue([entry(1)]);
  hangIn(startCued(0));
  playout.setQueue([{ ...entry(1), entryId: uuid(2001) }]);
  hangIn(startCued(0));
  const afterTwo = events();

  await Promise.all([journal.close(), store.flush()]);
  open();
  playout.setRotation([track(1), track(2)]);
  playout.setQueue([{ ...entry(1), entryId: uuid(2002) }]);

  expect(cuedPlay()).toMatchObject(fromFile("/music/2.mp3"));
  expect(afterTwo).toContainEqual(
    expect.objectContaining({ type: "track.dropped", trackId: uuid(1), kind: "file" }),
  );
  expect(events().at(-1)).toMatchObject({
    type: "track.failed",
    trackId: uuid(1),
    entryId: uuid(2002),
    detail: "It hung or crashed the audio engine twice, and is kept off the air",
  });
});

test("[P93] a quarantined track is named, and after another try is allowed it may cost one more engine", () => {
  playout.setRotation([track(2), track(3)]);
  playout.setQueue([entry(1)]);
  hangIn(startCued(0));
  playout.setQueue([{ ...entry(1), entryId: uuid(2001) }]);
  hangIn(startCued(0));
  expect(statusWith(0).quarantined).toMatchObject([
    {
      trackId: uuid(1),
      path: "/music/1.mp3",
      reason: "It hung or crashed the audio engine twice, and is kept off the air",
    },
  ]);

  playout.giveAnotherTry(uuid(1));
  playout.setQueue([{ ...entry(1), entryId: uuid(2002) }]);

  expect(statusWith(0).quarantined).toEqual([]);
  expect(cuedPlay()).toMatchObject(fromFile("/music/1.mp3"));
  hangIn(startCued(0));
  expect(statusWith(0).quarantined).toMatchObject([{ trackId: uuid(1) }]);
});

test("[P93] a track played to its end, or replaced by another file, is cleared of an old crash", () => {
  playout.setRotation([track(2), track(3)]);
  playout.setQueue([entry(1)]);
  hangIn(startCued(0));
  playout.setQueue([{ ...entry(1), entryId: uuid(2001) }]);
  const playId = startCued(0);
  playout.takeEngineEvent({
    kind: "play.ended",
    playId,
    playedSamples: 44_100,
    reason: "finished",
    detail: null,
  });
  playout.setQueue([{ ...entry(1), entryId: uuid(2002) }]);
  hangIn(startCued(0));
  expect(store.isQuarantined(track(1))).toBe(false);

  playout.setQueue([{ ...entry(1), entryId: uuid(2003) }]);
  hangIn(startCued(0));

  expect(store.isQuarantined(track(1))).toBe(true);
  expect(store.isQuarantined({ ...track(1), path: "/music/other.mp3" })).toBe(false);
});

test("[P81] a fade-out survives a restart of the engine, and ends with the next track or Play", () => {
  playout.setRotation([track(1), track(2)]);
  startCued(0);
  expect(playout.orders.fade({ direction: "out", fadeMs: 3000 })).toBe(true);
  playout.takeEngineEvent({ kind: "faded", direction: "out" });
  playout.takeEngineEnd("died");
  playout.currentPlay(0);
  expect([playout.isFadedOut, statusWith(0).source]).toEqual([true, "faded-out"]);

  playout.setSettings({ ...defaultSettings, isPlaying: false });
  playout.setSettings(defaultSettings);
  expect(playout.isFadedOut).toBe(false);

  engineState = "down";
  expect(playout.orders.fade({ direction: "out", fadeMs: 3000 })).toBe(false);
});
