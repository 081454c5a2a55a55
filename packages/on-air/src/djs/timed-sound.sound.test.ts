// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { amplitudeOf, makeTone } from "../audio/test-sound.ts";
import { TestPeer } from "../fetch/test-peer.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { PlanItem, PlayableTrack, QueueEntry } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startOnAirProcess } from "../start/test-on-air-process.ts";
import { startTestOnAir, TestServerSide } from "../start/test-on-air.ts";
import { broadcastTone, makeTestAccount, Recording, tonesIn } from "./test-dj.ts";
import { DjMonitor } from "./test-dj-monitor.ts";
import { AHEAD_MS, EXACT_MS, exactItemIn, startOf, timedTrack } from "./test-timed-items.ts";

/** The DJ's tone is low enough to measure the same half a percent faster or slower. */
const hz = { track: 440, request: 660, stream: 880, dj: 220, jingle: 1320 } as const;
const tones = Object.values(hz);
const RATE_HZ = 44_100;
/** How far from the journalled position a tone may start in the MP3. */
const ONSET_MS = 40;
/** A started item reaches its full level within this. */
const FULL_MS = 60;
/** How long killing and restarting the process may take on a busy machine. */
const RESTART_MS = 40_000;
let folder = "";
let onAir: RunningOnAir;
let url = "";
let server: TestServerSide;
let watch: DjMonitor;
let peer: TestPeer;
const mira = makeTestAccount("Mira");
let broadcast: ReturnType<typeof broadcastTone> | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "timed-sound-"));
  await makeTone({ file: fileOf("track"), hz: hz.track, seconds: 300 });
  await makeTone({ file: fileOf("request"), hz: hz.request, seconds: 12 });
  await makeTone({ file: fileOf("jingle"), hz: hz.jingle, seconds: 3 });
  await makeTone({ file: fileOf("news"), hz: hz.jingle, seconds: 8 });
  const streamFile = path.join(folder, "stream.mp3");
  await makeTone({ file: streamFile, hz: hz.stream, seconds: 12, options: ["-b:a", "128k"] });
  peer = await TestPeer.start();
  peer.answers.set("/live", endless(await readFile(streamFile)));
  const state = await mkdtemp(path.join(folder, "state-"));
  ({ onAir, url } = await startTestOnAir(state));
  server = new TestServerSide(state);
  watch = new DjMonitor(server, { clockSpeed: 1 });
  await server.order("setSettings", { ...defaultSettings, allowedStreamHosts: ["127.0.0.1"] });
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await peer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.order("setRotation", { tracks: [timedTrack(folder, "track")] });
  await expect.poll(() => watch.status.now?.title).toBe("track");
  await watch.heardFor("library", 0);
});
afterEach(async () => {
  broadcast?.kill("SIGKILL");
  broadcast = undefined;
  await server.order("setDjKeys", { keys: [] });
  await server.order("setPlan", { items: [] });
  await server.order("setQueue", { entries: [] });
  await watch.reached([]);
});

function fileOf(name: string): string {
  return path.join(folder, `${name}.flac`);
}

function entry(track: PlayableTrack): QueueEntry {
  return { ...track, entryId: randomUUID(), isRequest: false, requestedBy: "Kim" };
}

/** Answers with that sound, looped for as long as the client reads. */
function endless(sound: Buffer): Parameters<TestPeer["answers"]["set"]>[1] {
  return (response) => {
    response.writeHead(200, { "content-type": "audio/mpeg" });
    const more = (): void => {
      while (!response.destroyed && response.write(sound));
    };
    response.on("drain", more).on("error", () => {});
    more();
  };
}

/** Programme position where that recording starts, in ms. */
async function beginOf({ cid }: Recording): Promise<number> {
  const message = await server.message((said) => said.kind === "attached" && said.cid === cid);
  return message.kind === "attached" ? message.startMs : Number.NaN;
}

/** When the item's first sample reaches a listener. */
interface Heard {
  /** Distance from where on-air said, in ms. */
  readonly offMs: number;
  /** Distance from the item's time by the wall clock, in ms; 0 without a time. */
  readonly lateMs: number;
  /** Level of the tone a moment after it starts, relative to its final level. */
  readonly level: number;
  /** The tones heard. */
  readonly tones: readonly (number | "-")[];
}

/** Ends a recording. `level`: how loud a tone is from a programme position on. */
async function soundOf(recording: Recording) {
  const beginMs = await beginOf(recording);
  const pcm = await recording.sound(folder);
  const toSamples = (ms: number) => Math.round((ms / 1000) * RATE_HZ);
  const level = (at: { readonly tone: number; readonly atMs: number; readonly lengthMs: number }) =>
    amplitudeOf(pcm, {
      from: toSamples(at.atMs - beginMs),
      count: toSamples(at.lengthMs),
      hz: at.tone,
    });
  return { pcm, level };
}

/** Measures that item from start to end in what a listener gets. */
async function hear(recording: Recording, item: PlanItem): Promise<Heard> {
  const play = await startOf(watch, item);
  const endMs = play.startedAtMs + 4500;
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(endMs);
  const { pcm, level } = await soundOf(recording);
  const levelAt = (atMs: number) => level({ tone: hz.jingle, atMs, lengthMs: 20 });
  const full = levelAt(play.audioStartMs + 1500);
  let beganMs = play.audioStartMs - 1000;
  while (levelAt(beganMs) < full / 5 && beganMs < play.audioStartMs + 1000) beganMs += 1;
  const { start } = item;
  return {
    offMs: Math.abs(beganMs - play.audioStartMs),
    lateMs: start.kind === "exact" ? Math.abs(play.startedAtMs - start.atMs) : 0,
    level: levelAt(play.audioStartMs + FULL_MS) / full,
    tones: tonesIn(pcm, tones),
  };
}

const jingleIn = (ms: number) => exactItemIn(timedTrack(folder, "jingle"), ms);

test("[P28] in the MP3 a listener gets, an exact item starts where on-air says, at its second, in full", async () => {
  const recording = new Recording(url);
  const { item } = jingleIn(AHEAD_MS);

  await server.order("setPlan", { items: [item] });
  const heard = await hear(recording, item);

  expect(heard.offMs).toBeLessThan(ONSET_MS);
  expect(heard.lateMs).toBeLessThan(EXACT_MS);
  expect(heard.level).toBeGreaterThan(0.8);
  expect(heard.tones.slice(-3)).toEqual([hz.track, hz.jingle, hz.track]);
});

test("[P34] an exact item sent just before its time is late at most by what is already encoded, and in full", async () => {
  const recording = new Recording(url);
  const { atMs, item } = jingleIn(300);

  await server.order("setPlan", { items: [item] });
  const heard = await hear(recording, item);
  const { startedAtMs } = await startOf(watch, item);

  expect(startedAtMs - atMs).toBeGreaterThan(-EXACT_MS);
  expect(startedAtMs - atMs).toBeLessThan(6000);
  expect(heard.offMs).toBeLessThan(ONSET_MS);
  expect(heard.level).toBeGreaterThan(0.8);
});

test("[P29] in the MP3 a soft item follows the first join after its time", async () => {
  const recording = new Recording(url);
  const request = timedTrack(folder, "request");
  const first = entry(request);
  await server.order("setQueue", { entries: [first, entry(request)] });
  await server.order("skip", { fadeMs: 0 });
  await expect.poll(() => watch.status.now?.entryId).toBe(first.entryId);
  // The first of the two ends within 12 s, the second not before 16 s.
  const fromMs = (watch.status.now?.startedAtMs ?? Number.NaN) + 14_000;
  const start = { kind: "soft", fromMs, untilMs: null } as const;
  const item = { ...timedTrack(folder, "jingle"), itemId: randomUUID(), start };

  await server.order("setPlan", { items: [item] });
  const play = await startOf(watch, item);
  const heard = await hear(recording, item);

  expect(play.startedAtMs).toBeGreaterThan(fromMs);
  expect(heard.offMs).toBeLessThan(250);
  expect(heard.tones.slice(-3)).toEqual([hz.request, hz.jingle, hz.track]);
});

test("[P36] a request waits behind the plan, and plays at the second of an exact item meant for requests", async () => {
  const recording = new Recording(url);
  const request = { ...entry(timedTrack(folder, "request")), isRequest: true };
  const { atMs, item } = jingleIn(AHEAD_MS);
  const before: PlanItem = {
    ...timedTrack(folder, "track"),
    itemId: randomUUID(),
    start: { kind: "follow" },
    requests: "behind",
  };
  await server.order("setPlan", { items: [before, { ...item, requests: "here" }] });
  await server.order("setQueue", { entries: [request] });
  await server.order("skip", { fadeMs: 0 });
  await expect.poll(() => watch.status.now?.itemId).toBe(before.itemId);

  const play = await startOf(watch, item);
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(atMs + 4500);
  const pcm = await recording.sound(folder);

  expect(play).toMatchObject({ entryId: request.entryId, requestedBy: "Kim", title: "request" });
  expect(Math.abs(play.startedAtMs - atMs)).toBeLessThan(EXACT_MS);
  expect(tonesIn(pcm, tones).slice(-2)).toEqual([hz.track, hz.request]);
  expect(watch.status.requestStartsMs).toEqual([play.startedAtMs]);
});

test("[P28] over an external stream an exact item plays at its second, in full", async () => {
  const stream = {
    ...timedTrack(folder, "stream"),
    kind: "stream",
    path: peer.url("/live"),
  } as const;
  await server.order("setQueue", { entries: [entry(stream)] });
  await server.order("skip", { fadeMs: 0 });
  await expect.poll(() => watch.status.now?.kind).toBe("stream");
  const recording = new Recording(url);
  const { item } = jingleIn(AHEAD_MS);

  await server.order("setPlan", { items: [item] });
  const heard = await hear(recording, item);

  expect(heard.lateMs).toBeLessThan(EXACT_MS);
  expect(heard.offMs).toBeLessThan(ONSET_MS);
  expect(heard.level).toBeGreaterThan(0.8);
  expect(heard.tones.slice(-3)).toEqual([hz.stream, hz.jingle, hz.track]);
});

test("[P28] over the emergency loop an exact item plays at its second, in full", async () => {
  await server.order("setRotation", { tracks: [] });
  await server.order("skip", { fadeMs: 0 });
  await expect.poll(() => watch.status.source).toBe("emergency");
  const recording = new Recording(url);
  const { item } = jingleIn(AHEAD_MS);

  await server.order("setPlan", { items: [item] });
  const heard = await hear(recording, item);

  expect(heard.lateMs).toBeLessThan(EXACT_MS);
  expect(heard.offMs).toBeLessThan(ONSET_MS);
  expect(heard.level).toBeGreaterThan(0.8);
});

test("[P28] [P81] after a fade-out an exact item plays at its second, in full, and so does what follows", async () => {
  await server.order("fade", { direction: "out", fadeMs: 500 });
  await expect.poll(() => watch.status.source).toBe("faded-out");
  const recording = new Recording(url);
  const { item } = jingleIn(AHEAD_MS);

  await server.order("setPlan", { items: [item] });
  const heard = await hear(recording, item);

  expect(heard.lateMs).toBeLessThan(EXACT_MS);
  expect(heard.offMs).toBeLessThan(ONSET_MS);
  expect(heard.level).toBeGreaterThan(0.8);
  expect(heard.tones.slice(-3)).toEqual(["-", hz.jingle, hz.track]);
});

/** Puts an ffmpeg on air that broadcasts a tone at 48 kHz. */
async function djOnAir(): Promise<void> {
  await server.order("setDjKeys", { keys: [mira.account] });
  const format = ["-ar", "48000", "-ac", "2", "-b:a", "192k", "-f", "mp3"];
  const options = [...format, "-content_type", "audio/mpeg"];
  broadcast = broadcastTone({ dj: mira, url, hz: hz.dj, options });
  await watch.heardFor("live", 2500);
}

test("[P38] an overlay plays at its second over a DJ, in full, with the DJ 15 dB lower but not interrupted", async () => {
  await djOnAir();
  const dj = watch.status.now;
  const recording = new Recording(url);
  const { item } = exactItemIn(timedTrack(folder, "jingle"), AHEAD_MS, { duckDb: 15 });

  await server.order("setPlan", { items: [item] });
  const { startedAtMs, audioStartMs } = await startOf(watch, item);
  const nowAtStart = watch.status.now;
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(startedAtMs + 5500);
  const sound = await soundOf(recording);

  const level = (tone: number, ms: number, lengthMs: number) =>
    sound.level({ tone, atMs: audioStartMs + ms, lengthMs });
  const before = level(hz.dj, -1500, 100);
  const decibels = (ms: number) => 20 * Math.log10(level(hz.dj, ms, 100) / before);
  const pieces = Array.from({ length: 55 }, (_, piece) => decibels(piece * 100 - 1500));
  const { start } = item;
  expect(Math.abs(startedAtMs - (start.kind === "exact" ? start.atMs : 0))).toBeLessThan(EXACT_MS);
  expect(level(hz.jingle, -ONSET_MS - 100, 100)).toBeLessThan(0.02);
  expect(level(hz.jingle, FULL_MS, 100)).toBeGreaterThan(0.8 * level(hz.jingle, 1500, 100));
  // From 1.5 s before the item, which is 3 s long, to 1 s after it.
  const near = (wantedDb: number) => (db: number) => Math.abs(db - wantedDb) < 1.5;
  expect(pieces.slice(0, 11).every(near(0))).toBe(true);
  expect(pieces.slice(16, 44).every(near(-15))).toBe(true);
  expect(pieces.slice(49).every(near(0))).toBe(true);
  expect(Math.min(...pieces)).toBeGreaterThan(-16.5);
  expect(nowAtStart).toMatchObject({ kind: "live", title: dj?.title });
});

test("[P38] [P39] a new engine resumes the overlay; the sum does not clip; when the DJ leaves, the item goes on, once", async () => {
  await djOnAir();
  const recording = new Recording(url);
  // Nearly 0 dBFS.
  const loud = { ...timedTrack(folder, "news"), gainDb: 5.9 };
  const { atMs, item } = exactItemIn(loud, 14_000, { duckDb: 15 });
  await server.order("setPlan", { items: [item] });
  const pid = onAir.enginePid();
  if (pid === undefined) throw new Error("no engine");

  await expect.poll(() => atMs - Date.now(), { interval: 50 }).toBeLessThan(10_000);
  process.kill(pid, "SIGKILL");
  const { playId, startedAtMs } = await startOf(watch, item);
  await expect.poll(() => Date.now() - startedAtMs).toBeGreaterThan(2000);
  const kindBelow = watch.status.now?.kind;
  await server.order("setDjKeys", { keys: [] });
  await expect.poll(() => watch.status.now?.playId).toBe(playId);
  await expect.poll(() => watch.status.now?.title).toBe("track");
  const end = () =>
    watch.events.find((event) => event.type === "play.ended" && event.playId === playId);
  await expect.poll(end).toMatchObject({ reason: "finished" });
  const heard = await soundOf(recording);

  expect(Math.abs(startedAtMs - atMs)).toBeLessThan(EXACT_MS);
  expect(kindBelow).toBe("live");
  const tonesHeard = tonesIn(heard.pcm, tones);
  expect(tonesHeard.slice(tonesHeard.indexOf(hz.jingle))).toEqual([hz.jingle, hz.track]);
  const loudest = heard.pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(loudest).toBeGreaterThan(0.8);
  expect(loudest).toBeLessThan(1);
});

test("[P28] on-air, killed and restarted without a server, plays an exact item of its plan at its second", async () => {
  const state = await mkdtemp(path.join(folder, "state-"));
  const { atMs, item } = jingleIn(RESTART_MS);
  {
    await using _first = await startOnAirProcess(state);
    const before = new TestServerSide(state);
    await before.order("setRotation", { tracks: [timedTrack(folder, "track")] });
    await before.order("setPlan", { items: [item] });
    const kept = () => readFile(path.join(state, "plan.json"), "utf8").catch(() => "");
    await expect.poll(kept).toContain(item.itemId);
    await expect.poll(() => readFile(path.join(state, "rotation.json"), "utf8")).toContain("track");
    before.close();
  }

  await using second = await startOnAirProcess(state);
  const recording = new Recording(second.url);
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(atMs + 4500);
  const heard = tonesIn(await recording.sound(folder), tones);
  const after = new TestServerSide(state);
  const { startedAtMs } = await startOf(new DjMonitor(after, { clockSpeed: 1 }), item);
  after.close();

  expect(Math.abs(startedAtMs - atMs)).toBeLessThan(EXACT_MS);
  expect(heard.slice(-3)).toEqual([hz.track, hz.jingle, hz.track]);
});
