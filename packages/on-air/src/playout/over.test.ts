import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import type { ToEngine } from "../engine/engine-protocol.ts";
import { testStreams } from "../external/test-streams.ts";
import type { PlanItem, PlayableTrack } from "../protocol/index.ts";
import { Journal } from "../state/journal.ts";
import { PlayLedger } from "./play-ledger.ts";
import { Playout } from "./playout.ts";
import { PlayoutStore } from "./playout-store.ts";
import type { DjPlay } from "./plays.ts";

type Message = Exclude<ToEngine, { kind: "start" }>;

const SECOND = 44_100;
const log = createLog({ part: "test", level: "silent" });
let folder = "";
let journal: Journal;
let store: PlayoutStore;
let playout: Playout;
let sent: Message[] = [];
let dj: DjPlay;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "over-"));
  open();
  playout.setRotation([track("next")]);
  djOnAir();
});
afterEach(async () => {
  playout.close();
  await Promise.all([journal.close(), store.flush()]);
  await rm(folder, { recursive: true });
});

/** Starts on-air from its files. */
function open(): void {
  journal = new Journal({ path: path.join(folder, "journal.jsonl"), log });
  store = new PlayoutStore({ folder, journal, log });
  sent = [];
  const wallMsOf = (positionSamples: number) => positionSamples / 44.1;
  const time = { wallMsOf, positionSamples: 0, speed: 1 };
  const ring = { endSamples: 20 * SECOND };
  playout = new Playout({
    streams: testStreams(log),
    store,
    ledger: new PlayLedger({ store, journal, time, ring }),
    engine: { send: (message: Message) => void sent.push(message), state: "running" },
    time,
    engineShiftSamples: () => 0,
    isFolderAway: async () => await Promise.resolve(false),
    random: () => 0,
    log,
  });
}

function djOnAir(): void {
  dj = {
    kind: "live",
    playId: randomUUID(),
    sessionId: randomUUID(),
    djName: "Mira",
    format: "mp3",
    title: { artist: "Mira", title: "Live" },
  };
  playout.taking.take(dj);
  started(dj.playId, 0);
}

function track(title: string): PlayableTrack {
  const text = { title, artist: "Lux", genre: null };
  const album = { album: null, albumArtist: null, discNumber: null, trackNumber: null };
  const sound = { durationMs: 30_000, gainDb: -3, cues: null };
  return {
    kind: "file",
    trackId: randomUUID(),
    path: `/${title}.mp3`,
    ...text,
    ...album,
    ...sound,
  };
}

function itemIn(ms: number, title = "news"): PlanItem {
  const start = { kind: "exact", fromMs: null, graceMs: 60_000, whileLive: "wait" } as const;
  const atMs = Date.now() + ms;
  return { ...track(title), itemId: randomUUID(), start: { ...start, atMs, duckDb: 15 } };
}

function started(playId: string, audioStartSamples: number): void {
  const place = { audioStartSamples, titleSamples: audioStartSamples, mark: null };
  playout.takeEngineEvent({ kind: "play.started", playId, ...place });
}

/** Puts that item on air over the DJ, ten seconds into the programme. */
function onAirOver(item: PlanItem): string {
  playout.setPlan([item]);
  const order = sent.findLast(({ kind }) => kind === "over");
  const playId = order?.kind === "over" ? order.play?.playId : undefined;
  if (playId === undefined) throw new Error("it was not ordered");
  playout.takeEngineEvent({ kind: "over.started", playId, audioStartSamples: 10 * SECOND });
  return playId;
}

/** The engine's sound up to that second. */
function heardTo(seconds: number): void {
  playout.followBlock({
    codec: "mp3",
    bitrateKbps: 128,
    sampleRateHz: SECOND,
    channels: 2,
    positionSamples: (seconds - 1) * SECOND,
    samples: SECOND,
    playId: dj.playId,
    playOffsetSamples: (seconds - 1) * SECOND,
    isSilentOnPurpose: false,
    feed: { feedId: dj.playId, bytes: 1, mark: null },
  });
}

const endOf = (playId: string) =>
  journal.entries.find(({ event }) => event.type === "play.ended" && event.playId === playId)
    ?.event;

test("[P38] the engine gets the item for its second, over the DJ, and nothing takes over", () => {
  const before = sent.length;
  const item = itemIn(5000);

  playout.setPlan([item]);

  const order = sent.slice(before).find(({ kind }) => kind === "over");
  expect(order).toMatchObject({ play: { gainDb: -3 }, duckDb: 15 });
  const atSamples = order?.kind === "over" ? order.atSamples : 0;
  expect(Math.abs((atSamples ?? 0) - 5 * SECOND)).toBeLessThan(SECOND / 4);
  expect(sent.slice(before).map(({ kind }) => kind)).not.toContain("take");
});

test("[P38] it is played and in the history with the broadcast, and the DJ stays on air with their title", () => {
  const item = itemIn(5000);

  const playId = onAirOver(item);

  expect(playout.now).toMatchObject({ playId: dj.playId, kind: "live" });
  const begun = journal.entries.map(({ event }) => event).filter((e) => e.type === "play.started");
  expect(begun.at(-1)?.play).toMatchObject({
    playId,
    kind: "library",
    itemId: item.itemId,
    sessionId: dj.sessionId,
    title: "news",
  });
  expect(store.plan).toEqual([]);
  expect(playout.taking.isHeld).toBe(false);
});

test("[P38] a DJ who has sent no sound yet need not make way for it", () => {
  const postponed: string[] = [];
  playout.events.subscribe((event) => {
    if (event.kind === "dj.postponed") postponed.push(event.playId);
  });
  playout.taking.take({ ...dj, playId: randomUUID() });

  playout.setPlan([itemIn(5000)]);

  expect(postponed).toEqual([]);
  expect(sent.at(-1)?.kind).toBe("over");
});

test("[P39] when the DJ leaves, the item is on air itself, and DJs wait for its end", () => {
  const playId = onAirOver(itemIn(5000));

  playout.takeEngineEvent({ kind: "over.alone", playId, titleSamples: 12 * SECOND });

  expect(playout.now).toMatchObject({ playId, sessionId: null, startMs: 12_000 });
  expect(journal.entries.at(-1)?.event).toEqual({ type: "play.hurried", playId, startMs: 12_000 });
  expect(playout.taking.isHeld).toBe(true);
  const playedSamples = 30 * SECOND;
  const end = { reason: "finished", detail: null } as const;
  playout.takeEngineEvent({ kind: "play.ended", playId, playedSamples, ...end });
  expect(playout.taking.isHeld).toBe(false);
  expect(endOf(playId)).toMatchObject({ reason: "finished", playedMs: 30_000 });
});

test("[P39] a new engine gets the order for an item that has not started", () => {
  playout.setPlan([itemIn(5000)]);
  const order = sent.findLast(({ kind }) => kind === "over");

  playout.takeEngineEnd("died");

  expect(playout.takes()).toEqual([order]);
});

test("[P39] a new engine continues the item where listeners left off, over the DJ", () => {
  const playId = onAirOver(itemIn(5000));
  heardTo(14);

  playout.takeEngineEnd("died");
  const takes = playout.takes();
  playout.takeEngineEvent({ kind: "over.started", playId, audioStartSamples: 11 * SECOND });

  expect(takes).toMatchObject([{ kind: "over", play: { playId, offsetMs: 4000 }, duckDb: 15 }]);
  expect(endOf(playId)).toBeUndefined();
  expect(playout.now?.playId).toBe(dj.playId);
});

test("[P39] if the DJ has left by then, the item is on air itself", () => {
  const playId = onAirOver(itemIn(5000));
  playout.takeEngineEnd("died");

  started(playId, 11 * SECOND);

  expect(playout.now).toMatchObject({ playId, sessionId: null });
});

test("[P39] an item that crashes two engines is dropped, but the DJ is not", () => {
  const playId = onAirOver(itemIn(5000));
  const crashed: string[] = [];
  playout.events.subscribe((event) => {
    if (event.kind === "dj.crashed") crashed.push(event.playId);
  });

  for (const bufferedMs of [1, 2]) {
    const cued = playout.cuedPlay();
    playout.takeEngineEvent({ kind: "cue.ready", playId: cued?.playId ?? "", bufferedMs });
    playout.takeEngineEnd("died");
  }

  expect(endOf(playId)).toMatchObject({ reason: "failed" });
  expect(crashed).toEqual([]);
  expect(playout.takes()).toEqual([]);
  expect(playout.now?.playId).toBe(dj.playId);
});

test("[P38] an unreadable item is reported, and the next one can be ordered", () => {
  const broken = itemIn(5000, "broken");
  playout.setPlan([broken]);
  const order = sent.findLast(({ kind }) => kind === "over");
  const playId = order?.kind === "over" ? (order.play?.playId ?? "") : "";

  playout.takeEngineEvent({ kind: "cue.failed", playId, detail: "no such file" });
  playout.setPlan([itemIn(5000, "news")]);

  const failed = journal.entries.map(({ event }) => event).find((e) => e.type === "track.failed");
  expect(failed).toMatchObject({ itemId: broken.itemId, detail: "no such file" });
  expect(sent.at(-1)).toMatchObject({ kind: "over", play: { source: { path: "/news.mp3" } } });
});

test("[P38] a restarted on-air follows its plan without a server", async () => {
  const item = itemIn(10_000);
  playout.setPlan([item]);
  playout.close();
  await Promise.all([journal.close(), store.flush()]);

  open();
  djOnAir();
  heardTo(1);

  const order = sent.findLast(({ kind }) => kind === "over");
  expect(order).toMatchObject({ play: { source: { path: "/news.mp3" } }, duckDb: 15 });
});
