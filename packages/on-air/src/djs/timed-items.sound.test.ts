// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { AiredPlay, PlanItem, PlanStart } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide } from "../start/test-on-air.ts";
import { makeMp3, makeTestAccount, RawDj, Recording, sourceHead } from "./test-dj.ts";
import { DjMonitor } from "./test-dj-monitor.ts";
import {
  AHEAD_MS,
  EXACT_MS,
  exactItemIn,
  startOf as startIn,
  timedTrack,
} from "./test-timed-items.ts";

const hz = { track: 440, request: 660, dj: 880, jingle: 1320 } as const;
const tones = Object.values(hz);
/** Longer than a DJ needs to be ready again, and than the engine is ahead of listeners. */
const NEWS_SECONDS = 16;
const ada = makeTestAccount("Ada");
let folder = "";
let onAir: RunningOnAir;
let url = "";
let server: TestServerSide;
let watch: DjMonitor;
let djSound: Buffer;
let djs: RawDj[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "timed-items-"));
  await makeTone({ file: fileOf("track"), hz: hz.track, seconds: 300 });
  await makeTone({ file: fileOf("request"), hz: hz.request, seconds: 300 });
  await makeTone({ file: fileOf("jingle"), hz: hz.jingle, seconds: 2 });
  await makeTone({ file: fileOf("late"), hz: hz.jingle, seconds: 6 });
  await makeTone({ file: fileOf("news"), hz: hz.jingle, seconds: NEWS_SECONDS });
  djSound = await makeMp3(folder, { hz: hz.dj, seconds: 60 });
  ({ onAir, url } = await startTestOnAir(folder));
  server = new TestServerSide(folder);
  watch = new DjMonitor(server, { clockSpeed: 1 });
  await server.order("setRotation", { tracks: [track("track")] });
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.order("setDjKeys", { keys: [ada.account] });
  await watch.heardFor("library", 0);
});
afterEach(async () => {
  for (const dj of djs) dj.close();
  djs = [];
  await server.order("setPlan", { items: [] });
  await server.order("setQueue", { entries: [] });
  await server.order("setDjKeys", { keys: [] });
  await watch.reached([]);
});

function fileOf(name: string): string {
  return path.join(folder, `${name}.flac`);
}

const track = (name: "track" | "request" | "jingle" | "late" | "news") => timedTrack(folder, name);

function jingle(start: PlanStart): PlanItem {
  return { ...track("jingle"), itemId: randomUUID(), start };
}

const exactIn = (...[ms, overrides]: [ms: number, overrides?: Parameters<typeof exactItemIn>[2]]) =>
  exactItemIn(track("jingle"), ms, overrides);

const startOf = (item: PlanItem): Promise<AiredPlay> => startIn(watch, item);

/** How that play ended. */
async function endOf({ playId }: AiredPlay) {
  const find = () =>
    watch.events.find((event) => event.type === "play.ended" && event.playId === playId);
  await expect.poll(find).toBeDefined();
  return find();
}

/** How the item was skipped. */
async function failureOf(
  { itemId }: PlanItem,
  type: "track.failed" | "item.missed" = "track.failed",
): Promise<string> {
  const find = (): string | undefined =>
    watch.events
      .flatMap((event) => (event.type === type && "itemId" in event ? [event] : []))
      .find((event) => event.itemId === itemId)?.detail;
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

async function connectDj(): Promise<void> {
  const port = Number(new URL(url).port);
  const dj = new RawDj({ port, address: "127.0.0.1", head: sourceHead(ada), clockSpeed: 1 });
  djs.push(dj);
  dj.pace(djSound);
  await watch.heardFor("live", 1000);
}

// Over a track, a stream and the emergency loop: timed-sound.sound.test.ts.
test("[P28] an exact item is on air at its second over a request, even if the engine is killed ten seconds before", async () => {
  const entry = { ...track("request"), entryId: randomUUID(), requestedBy: "Kim" };
  await server.order("setQueue", { entries: [entry] });
  await server.order("skip", { fadeMs: 0 });
  await expect.poll(() => watch.status.now?.title).toBe("request");
  const { atMs, item } = exactIn(14_000);
  await server.order("setPlan", { items: [item] });
  const pid = onAir.enginePid();
  if (pid === undefined) throw new Error("no engine");

  await expect.poll(() => atMs - Date.now(), { interval: 50 }).toBeLessThan(10_000);
  process.kill(pid, "SIGKILL");
  const { startedAtMs } = await startOf(item);

  expect(Math.abs(startedAtMs - atMs)).toBeLessThan(EXACT_MS);
});

test("[P28] an exact item is on air at its second while a connected DJ has sent no sound yet", async () => {
  const quiet = await makeMp3(folder, { hz: hz.dj, seconds: 60, volumeDb: -90 });
  const port = Number(new URL(url).port);
  const dj = new RawDj({ port, address: "127.0.0.1", head: sourceHead(ada), clockSpeed: 1 });
  djs.push(dj);
  dj.pace(quiet);
  await watch.reached(["Ada starting"]);
  const { atMs, item } = exactIn(AHEAD_MS, { graceMs: 2000 });

  await server.order("setPlan", { items: [item] });
  const { startedAtMs } = await startOf(item);

  expect(Math.abs(startedAtMs - atMs)).toBeLessThan(EXACT_MS);
});

test("[P29] a soft item comes at the first join from its time on, before the queue", async () => {
  const soft = jingle({ kind: "soft", fromMs: Date.now() - 1000, untilMs: null });
  const early = jingle({ kind: "soft", fromMs: Date.now() + 600_000, untilMs: null });
  const entry = { ...track("request"), entryId: randomUUID(), requestedBy: "Kim" };
  await server.order("setQueue", { entries: [entry] });
  await server.order("setPlan", { items: [early, soft] });

  await server.order("skip", { fadeMs: 0 });
  await startOf(soft);
  await expect.poll(() => watch.status.now?.title).toBe("request");

  const startedIds = watch.events.flatMap((event) =>
    event.type === "play.started" ? (event.play.itemId ?? []) : [],
  );
  expect(startedIds).not.toContain(early.itemId);
});

test("[P35] a live show's fallback is next until the show is over, then the plan goes on", async () => {
  const standIn = jingle({ kind: "follow", untilMs: Date.now() + 4000 });
  const behind = { ...track("request"), itemId: randomUUID(), start: { kind: "follow" } as const };

  await server.order("setPlan", { items: [standIn, behind] });
  await expect.poll(() => watch.status.next?.trackId).toBe(behind.trackId);
  await server.order("skip", { fadeMs: 0 });
  await startOf(behind);

  const startedIds = watch.events.flatMap((event) =>
    event.type === "play.started" ? (event.play.itemId ?? []) : [],
  );
  expect(startedIds).not.toContain(standIn.itemId);
});

test("[P32] an item comes at the first join within its window, once, and before the queue", async () => {
  const { atMs, item } = exactIn(30_000, { fromMs: Date.now() - 1000 });
  const entry = { ...track("request"), entryId: randomUUID(), requestedBy: "Kim" };
  await server.order("setQueue", { entries: [entry] });
  await server.order("setPlan", { items: [item] });

  await server.order("skip", { fadeMs: 0 });
  const { startedAtMs } = await startOf(item);
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(atMs + 1000);
  const starts = watch.events.filter(
    (event) => event.type === "play.started" && event.play.itemId === item.itemId,
  );

  expect(startedAtMs).toBeLessThan(atMs - 8000);
  expect(starts.length).toBe(1);
  expect(watch.status.now?.title).toBe("request");
});

test("[P32] without a join in its window an item starts when the window ends, over what plays", async () => {
  const { atMs, item } = exactIn(12_000, { fromMs: Date.now() - 1000 });
  await server.order("setPlan", { items: [item] });

  const { startedAtMs } = await startOf(item);

  expect(Math.abs(startedAtMs - atMs)).toBeLessThan(EXACT_MS);
});

test("[P30] while a DJ is on air an exact item waits for them to leave, within its grace", async () => {
  // Nothing may end before the DJ is on air, or the request would come first.
  await expect.poll(() => watch.status.now?.title).toBe("track");
  const entry = { ...track("request"), entryId: randomUUID(), requestedBy: "Kim" };
  await server.order("setQueue", { entries: [entry] });
  await connectDj();
  const { atMs, item } = exactIn(1000);
  await server.order("setPlan", { items: [item] });
  await expect.poll(() => Date.now() - atMs, { interval: 50 }).toBeGreaterThan(1000);
  const kindThen = watch.status.now?.kind;

  await server.order("setDjKeys", { keys: [] });
  const { startedAtMs } = await startOf(item);

  expect(kindThen).toBe("live");
  expect(startedAtMs).toBeGreaterThan(atMs + 1000);
  // The waiting request comes after it, uncut.
  await expect.poll(() => watch.status.now?.title).toBe("request");
  const starts = () =>
    watch.events.flatMap((event) =>
      event.type === "play.started" && event.play.entryId === entry.entryId ? [event.play] : [],
    );
  // The journal tells once it is on disk, after the status.
  await expect.poll(starts).toHaveLength(1);
  expect(starts()[0]?.startedAtMs).toBeGreaterThan(startedAtMs);
});

test("[P30] an interrupting item takes over at its second, and the DJ is back on air after it", async () => {
  await connectDj();
  const recording = new Recording(url);
  const exact = exactIn(AHEAD_MS, { whileLive: "interrupt" });
  const cues = { cueInMs: 0, cueOutMs: null, startNextMs: 1000 * NEWS_SECONDS, isDecay: true };
  const { atMs, item } = { ...exact, item: { ...exact.item, ...track("news"), cues } };

  await server.order("setPlan", { items: [item] });
  const play = await startOf(item);
  const end = await endOf(play);
  await watch.heardFor("live", 3000, { behind: play });

  expect(Math.abs(play.startedAtMs - atMs)).toBeLessThan(EXACT_MS);
  expect(end).toMatchObject({ reason: "finished" });
  const heard = await recording.tones(folder, tones);
  // Nothing that was cued plays in between.
  expect(heard.slice(heard.lastIndexOf(hz.jingle) - 1)).toEqual([hz.dj, hz.jingle, hz.dj]);
});

test("[P30] the DJ waits until the interruption is over, even with sound ready before and no cue points in it", async () => {
  await connectDj();
  const news = {
    ...exactIn(1000, { whileLive: "interrupt" }).item,
    ...track("news"),
    durationMs: 1000 * NEWS_SECONDS,
  };

  await server.order("setPlan", { items: [news] });
  const play = await startOf(news);
  const end = await endOf(play);
  await watch.heardFor("live", 500, { behind: play });

  expect(end).toMatchObject({ reason: "finished" });
  const next = watch.events.flatMap((event) =>
    event.type === "play.started" && event.play.startedAtMs > play.startedAtMs ? [event.play] : [],
  );
  expect(next[0]?.kind).toBe("live");
});

test("[P33] of two late exact items the second follows the first directly", async () => {
  const first = { ...exactIn(-2000).item, ...track("late") };
  const second = exactIn(-1000).item;

  await server.order("setPlan", { items: [first, second] });
  const end = await endOf(await startOf(first));
  await startOf(second);

  expect(end).toMatchObject({ reason: "finished" });
  const startedIds = watch.events.flatMap((event) =>
    event.type === "play.started" ? [event.play.itemId] : [],
  );
  expect(startedIds[startedIds.indexOf(first.itemId) + 1]).toBe(second.itemId);
});

test("[P31] an item older than its grace never starts, and is reported", async () => {
  const { item } = exactIn(-2000, { graceMs: 1000 });
  const soft = jingle({ kind: "soft", fromMs: 0, untilMs: 1000 });

  await server.order("setPlan", { items: [item, soft] });

  expect(await failureOf(item, "item.missed")).toMatch(
    /^its time had passed: it was due at \d\d:\d\d:\d\d UTC$/,
  );
  expect(await failureOf(soft, "item.missed")).toBe(
    "its time had passed: it was due by 00:00:01 UTC",
  );
});

test("[P31] a paused station does not start by itself; resumed within the grace, it plays the item at once", async () => {
  await server.order("setSettings", { ...defaultSettings, isPlaying: false });
  const { atMs, item } = exactIn(1000);
  await server.order("setPlan", { items: [item] });
  await expect.poll(() => Date.now() - atMs, { interval: 50 }).toBeGreaterThan(500);

  await server.order("setSettings", defaultSettings);
  const { startedAtMs } = await startOf(item);

  expect(startedAtMs).toBeGreaterThan(atMs + 500);
});

test("[P31] an exact item with an unreadable file is reported, and playback goes on", async () => {
  const { item } = exactIn(3000);
  const broken = { ...item, path: path.join(folder, "missing.flac") };

  await server.order("setPlan", { items: [broken] });

  expect(await failureOf(broken)).not.toBe("");
  await watch.heardFor("library", 1000);
  expect(watch.status.now?.title).toBe("track");
});

test("[P28] after a bridge an exact item is on air at its second, too, even if the engine starts late", async () => {
  const pid = onAir.enginePid();
  if (pid === undefined) throw new Error("no engine");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => onAir.enginePid() ?? pid, { interval: 5 }).not.toBe(pid);
  const nextPid = onAir.enginePid() ?? Number.NaN;
  process.kill(nextPid, "SIGSTOP");
  await expect.poll(() => watch.status.source).toBe("bridge");
  // The engine starts late.
  const bridgedAtMs = Date.now();
  await expect.poll(() => Date.now() - bridgedAtMs, { interval: 50 }).toBeGreaterThan(1500);
  process.kill(nextPid, "SIGCONT");
  await expect.poll(() => watch.status.source).toBe("programme");
  const { atMs, item } = exactIn(AHEAD_MS);

  await server.order("setPlan", { items: [item] });
  const { startedAtMs } = await startOf(item);

  expect(Math.abs(startedAtMs - atMs)).toBeLessThan(EXACT_MS);
});
