// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { TestAwakeTimer } from "@neonrelay/process/test-awake-timer";
import { freePort } from "@neonrelay/process/test-peer-process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { amplitudeOf, decodeStream, makeTone } from "../audio/test-sound.ts";
import { codecFrames } from "../formats/codec-frames.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { EdgeState, FromOnAir, QueueEntry } from "../protocol/index.ts";
import {
  startEdgeProcess,
  startOnAirProcess,
  type TestPart,
} from "../start/test-on-air-process.ts";
import { TestServerSide, writeRisingTone } from "../start/test-on-air.ts";
import { ICY_METAINT } from "../stream/icy.ts";
import { FrameSplitter } from "./frame-splitter.ts";
import { EdgeListener } from "./test-edge-listener.ts";
import { likenessToLoop, type LoopLikeness } from "./test-loop-sound.ts";

const run = promisify(execFile);
const SECRET = "the secret of both ends";
const WAIT = { timeout: 60_000, interval: 50 };
/** A burst and a little more: what players buffer. */
const BUFFER_MS = 3500;
/** 2.6 s of 44.1 kHz MP3: enough that the decoder keeps no trace of what came before. */
const JUDGED_FRAMES = 100;
const DECODER_FRAMES = 10;
/** This far past the loop's first frame, none of the judged frames is of the programme. */
const ALL_LOOP_FRAMES = JUDGED_FRAMES + DECODER_FRAMES + 20;
const TONE_SECONDS = 12;
/** Short enough to find a change in, and whole samples. */
const WINDOW_MS = 40;
const DAY_MS = 24 * 60 * 60_000;
/** An edge puts a third of a second on air at a time, under one title. */
const BLOCK_MS = 340;
let folder = "";
/** A master and the server's end of its link. */
interface Station {
  /** Name of the master's folder. */
  readonly data: string;
  readonly master: TestPart;
  readonly server: TestServerSide;
}
/** Shared by all tests that leave their master alone and need one edge. */
let common: Station;
let paris: TestPart;
let rising = "";
let data = "";
let master: TestPart;
let server: TestServerSide;
/** Open for the whole suite, and for one test. */
const openForAll = new AsyncDisposableStack();
let open: AsyncDisposableStack;

beforeAll(async () => {
  open = openForAll;
  folder = await mkdtemp(path.join(tmpdir(), "edge-"));
  rising = await writeRisingTone(folder);
  common = await startStation("master");
  ({ data, master, server } = common);
  paris = await startEdge({ data: "paris" });
});
afterAll(async () => {
  common.server.close();
  await openForAll.disposeAsync();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  open = new AsyncDisposableStack();
  ({ data, master, server } = common);
});
afterEach(async () => {
  if (server !== common.server) server.close();
  await open.disposeAsync();
});

const masterFolder = (): string => path.join(folder, data);

async function startStation(name: string): Promise<Station> {
  data = name;
  master = await startMaster(0);
  server = new TestServerSide(masterFolder());
  await server.giveTrack(rising);
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
  return { data, master, server };
}

async function startMaster(streamPort: number): Promise<TestPart> {
  const overrides = { edgeSecret: SECRET, streamPort };
  return open.use(await startOnAirProcess(masterFolder(), overrides));
}

async function startEdge({
  name = "paris",
  secret = SECRET,
  address = master.url,
  data = name,
}: {
  readonly name?: string;
  readonly secret?: string;
  readonly address?: string;
  /** Name of its folder. */
  readonly data?: string;
} = {}): Promise<TestPart> {
  const config = { master: address, secret, name, stateFolder: path.join(folder, data) };
  return open.use(await startEdgeProcess({ ...config, publicStreamUrl: "https://edge.test" }));
}

async function listen(
  { url }: TestPart,
  options: Parameters<typeof EdgeListener.connect>[1] = {},
): Promise<EdgeListener> {
  return open.use(await EdgeListener.connect(url, options));
}

/** Number of frames that both listeners had. */
function shared(one: Pick<EdgeListener, "digests">, other: EdgeListener): number {
  const had = new Set(other.digests);
  return one.digests.filter((digest) => had.has(digest)).length;
}

/** The edges of that name in the master's list. */
function edgesNow(name: string): readonly EdgeState[] {
  return statusOf(server.messages)?.edges.filter((edge) => edge.name === name) ?? [];
}

/** Waits until the master lists that edge exactly once, in that state. @returns it */
async function edgeWhen(name: string, wanted: Partial<EdgeState>): Promise<EdgeState> {
  await expect.poll(() => edgesNow(name), WAIT).toMatchObject([wanted]);
  const [edge] = edgesNow(name);
  if (edge === undefined) throw new Error("no edge");
  return edge;
}

/** The master's newest status. */
function statusOf(messages: readonly FromOnAir[]) {
  const message = messages.findLast(({ kind }) => kind === "status");
  return message?.kind === "status" ? message.status : undefined;
}

test("[S110][S111] an edge serves the master's frames, headers and titles, and its listeners count once", async () => {
  const there = await listen(master);
  const cid = "5bb6f8a0-1111-4222-8333-444455556666";
  const here = await listen(paris, { query: `?cid=${cid}` });
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(300);

  // All except what one of them had not started or not finished with.
  expect(shared(here, there)).toBeGreaterThan(here.digests.length * 0.8);
  const places = here.digests
    .map((digest) => there.digests.indexOf(digest))
    .filter((at) => at >= 0);
  expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
  expect(here.titles.at(-1)).toBe("Test - Tone");
  const { date: _here, ...headers } = here.headers;
  const { date: _there, ...wanted } = there.headers;
  expect(headers).toEqual(wanted);
  await expect.poll(() => statusOf(server.messages)?.listeners, WAIT).toBe(2);
  await edgeWhen("paris", {
    state: "carrying",
    listeners: 1,
    publicUrl: "https://edge.test",
  });
  await expect.poll(() => edgesNow("paris")[0]?.lagMs ?? 9999, WAIT).toBeLessThan(2000);
  await expect
    .poll(() => server.order("session", { cid }), WAIT)
    .toMatchObject({
      startMs: expect.any(Number),
    });
});

/** A file of one tone, titled with its frequency. */
async function toneOf(hz: number): Promise<QueueEntry> {
  const file = await makeTone({ file: path.join(folder, `${hz}.wav`), hz, seconds: TONE_SECONDS });
  return {
    kind: "file",
    trackId: randomUUID(),
    path: file,
    title: String(hz),
    artist: "",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: TONE_SECONDS * 1000,
    gainDb: 0,
    cues: null,
    entryId: randomUUID(),
    requestedBy: null,
    isRequest: false,
  };
}

test("[S110] at an edge a title changes with the sound, at the latest at the second title slot after it", async () => {
  const entries = [await toneOf(500), await toneOf(3000), await toneOf(501)];
  await server.order("setQueue", { entries });
  await server.order("skip", { fadeMs: 0 });
  const here = await listen(paris);
  await expect.poll(() => here.titles.at(-1), WAIT).toBe("501");
  const had = here.digests.length;
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(had + JUDGED_FRAMES);

  const kbps = Number(here.headers["icy-br"]);
  const file = path.join(folder, "titles.mp3");
  await writeFile(file, Buffer.concat(here.sound));
  const isHigh = leadsIn(await decodeStream(file), { hz: 3000, over: 500 });
  const latenesses = ["3000", "501"].map((title) => {
    const flip = isHigh.findIndex(
      (is, at) => at > 0 && is === (title === "3000") && isHigh[at - 1] === !is,
    );
    const bytes = here.titlePlaces[here.titles.indexOf(title)] ?? Infinity;
    return (bytes * 8) / kbps - flip * WINDOW_MS;
  });
  const placeMs = (ICY_METAINT * 8) / kbps;
  for (const lateMs of latenesses) {
    expect(lateMs).toBeGreaterThan(-2 * WINDOW_MS);
    expect(lateMs).toBeLessThan(2 * placeMs + BLOCK_MS + 2 * WINDOW_MS);
  }
});

/** For each window of a sound, whether one tone is louder than the other. */
function leadsIn(
  sound: Float32Array,
  { hz, over }: { readonly hz: number; readonly over: number },
): readonly boolean[] {
  const count = (SAMPLE_RATE_HZ * WINDOW_MS) / 1000;
  return Array.from({ length: Math.floor(sound.length / CHANNELS / count) }, (_, window) => {
    const stretch = { from: window * count, count };
    return amplitudeOf(sound, { ...stretch, hz }) > amplitudeOf(sound, { ...stretch, hz: over });
  });
}

/** Waits until an edge, or the master, has saved the loop to disk. @param data name of its folder */
async function untilKept(data: string): Promise<void> {
  const isThere = async (): Promise<void> =>
    await access(path.join(folder, data, "bridge-loop.json"));
  await expect.poll(isThere, WAIT).toBeUndefined();
}

/** Waits until the edge's listener hears something other than the programme, and compares it with the loop. */
async function hearLoop(edge: TestPart, here: EdgeListener): Promise<LoopLikeness> {
  await expect.poll(() => sourceOf(edge), WAIT).toBe("loop");
  const had = here.digests.length;
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(had + ALL_LOOP_FRAMES);
  const frames = new FrameSplitter("mp3").take(Buffer.concat(here.sound));
  const file = path.join(folder, "loop.mp3");
  await writeFile(file, Buffer.concat(frames.slice(-(JUDGED_FRAMES + DECODER_FRAMES))));
  const sound = await decodeStream(file);
  return likenessToLoop(sound.subarray(DECODER_FRAMES * codecFrames.mp3.frameSamples * CHANNELS));
}

/** Neither silence nor a part of the programme, and nothing mixed in. */
function expectLoop({ correlation, louderDb }: LoopLikeness): void {
  expect(correlation).toBeGreaterThan(0.97);
  expect(Math.abs(louderDb)).toBeLessThan(1);
}

test("[S112] an edge's listeners hear its loop within 5 s of the master hanging, or when it is dead, and the programme once it is back", async () => {
  await startStation("stands still");
  // So that the edge gets it with the master's first answer.
  await untilKept(data);
  const edge = await startEdge({ name: "oslo" });
  const here = await listen(edge);
  await untilKept("oslo");
  await expect.poll(() => here.titles.length, WAIT).toBeGreaterThan(0);
  const port = Number(new URL(master.url).port);

  master.stop();
  using timer = new TestAwakeTimer();
  await expect.poll(() => sourceOf(edge), WAIT).toBe("loop");
  const noticedMs = timer.passedMs;
  const whileStill = await hearLoop(edge, here);
  master.goOn();
  await untilProgramme(here);
  await master[Symbol.asyncDispose]();
  const whileDead = await hearLoop(edge, here);
  master = await startMaster(port);
  await untilProgramme(here);

  expect(noticedMs).toBeLessThan(5000);
  expectLoop(whileStill);
  expectLoop(whileDead);
  expect(here.hasEnded).toBe(false);
  expect(here.longestPauseMs).toBeLessThan(BUFFER_MS);
});

/** Waits until that listener gets the master's sound, from now on. */
async function untilProgramme(here: EdgeListener): Promise<void> {
  const had = here.digests.length;
  using there = await EdgeListener.connect(master.url);
  await expect
    .poll(() => shared({ digests: here.digests.slice(had) }, there), WAIT)
    .toBeGreaterThan(50);
}

test("[S112][S113] an edge that starts without its master plays the loop of its last run", async () => {
  const edge = await startEdge({ name: "bergen" });
  await untilKept("bergen");
  await edge.end();
  const address = `http://127.0.0.1:${await freePort()}`;

  const again = await startEdge({ name: "bergen", address });
  const here = await listen(again);

  expectLoop(await hearLoop(again, here));
});

/** What an edge's status page says it carries. */
async function sourceOf({ url }: TestPart): Promise<string> {
  const page = await (await fetch(url)).text();
  return /emergency/i.test(page) ? "loop" : "programme";
}

test("[S111] a killed or suspended edge is away after 7 s without a report and its listeners don't count; when it is back it is the same edge", async () => {
  const names = ["killed", "stopped"] as const;
  const [killed, stopped] = await Promise.all(names.map(async (name) => await startEdge({ name })));
  if (killed === undefined || stopped === undefined) throw new Error("no edges");
  await listen(killed);
  await listen(stopped);
  const eachWhen = async (wanted: Partial<EdgeState>) =>
    await Promise.all(names.map(async (name) => await edgeWhen(name, wanted)));
  const before = await eachWhen({ state: "carrying", listeners: 1 });

  await killed[Symbol.asyncDispose]();
  stopped.stop();
  using timer = new TestAwakeTimer();
  const away = await eachWhen({ state: "away", listeners: 0 });
  const awayAfterMs = timer.passedMs;
  const firstAway = await Promise.all(
    names.map(async (name) => {
      const isAway = (edge: EdgeState) => edge.name === name && edge.state === "away";
      return await server.statusWhen(({ edges }) => edges.some(isAway), 0);
    }),
  );
  const listenersMeanwhile = statusOf(server.messages)?.listeners;
  await startEdge({ name: "killed" });
  stopped.goOn();
  const back = [
    await edgeWhen("killed", { state: "carrying", listeners: 0 }),
    // The suspended edge kept its listeners.
    await edgeWhen("stopped", { state: "carrying", listeners: 1 }),
  ];

  // A status reads the clock a moment before its edges do.
  for (const [index, { atMs }] of firstAway.entries())
    expect(atMs - (away[index]?.sinceMs ?? Infinity)).toBeGreaterThan(6900);
  expect(awayAfterMs).toBeLessThan(20_000);
  expect(listenersMeanwhile).toBe(0);
  const ids = before.map(({ id }) => id);
  expect([away, back].map((edges) => edges.map(({ id }) => id))).toEqual([ids, ids]);
  for (const [index, { sinceMs }] of back.entries())
    expect(sinceMs).toBeGreaterThan(before[index]?.sinceMs ?? Infinity);
});

test("[S111] listened time at an edge counts once, even if the edge ends before reporting it, repeats its report, or loses its sum", async () => {
  const edge = await startEdge({ name: "rome" });
  const askedAtMs = performance.now();
  const here = await listen(edge);
  const beganAtMs = performance.now();
  await edgeWhen("rome", { listeners: 1, listenerSeconds: 0 });
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(300);

  const leastSeconds = (performance.now() - beganAtMs) / 1000;
  await edge.end();
  const mostSeconds = (performance.now() - askedAtMs) / 1000;
  const again = await startEdge({ name: "rome" });
  await expect.poll(() => edgesNow("rome")[0]?.listenerSeconds, WAIT).toBeGreaterThan(0);
  const counted = edgesNow("rome")[0]?.listenerSeconds ?? 0;
  await again[Symbol.asyncDispose]();
  await edgeWhen("rome", { state: "away" });
  // As after a power cut that took the last write from the disk.
  await rm(path.join(folder, "rome", "listened.json"));
  await startEdge({ name: "rome" });
  const atLast = await edgeWhen("rome", { state: "carrying" });

  // Whole seconds, checked once a second.
  expect(counted).toBeGreaterThan(leastSeconds - 3);
  expect(counted).toBeLessThan(mostSeconds + 3);
  expect(atLast.listenerSeconds).toBe(counted);
});

test("[S111] listened time counts once when master and edge were away for two days and the edge played its loop", async () => {
  await startStation("two days");
  await untilKept(data);
  const edge = await startEdge({ name: "milan" });
  await untilKept("milan");
  const here = await listen(edge);
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(JUDGED_FRAMES * 4);
  await edge.end();
  const first = await startEdge({ name: "milan" });
  const { listenerSeconds: before } = await edgeWhen("milan", {
    listenerSeconds: expect.toSatisfy(isSome),
  });
  const port = Number(new URL(master.url).port);
  server.close();
  await master[Symbol.asyncDispose]();

  const askedAtMs = performance.now();
  const alone = await listen(first);
  const beganAtMs = performance.now();
  await hearLoop(first, alone);
  const leastSeconds = (performance.now() - beganAtMs) / 1000;
  await first.end();
  const mostSeconds = (performance.now() - askedAtMs) / 1000;
  await lastReported(2 * DAY_MS);
  master = await startMaster(port);
  server = new TestServerSide(masterFolder());
  await startEdge({ name: "milan" });
  const back = await edgeWhen("milan", {
    state: "carrying",
    listenerSeconds: expect.toSatisfy(isSome),
  });

  // The seconds before count too; those without the master are sampled once a second.
  expect(back.listenerSeconds).toBeGreaterThan(before + leastSeconds - 3);
  expect(back.listenerSeconds).toBeLessThan(before + mostSeconds + 3);
});

const isSome = (seconds: number): boolean => seconds > 0;

/** Sets, in the master's file, when its edges last reported. */
async function lastReported(agoMs: number): Promise<void> {
  const file = path.join(masterFolder(), "edges.json");
  const known = z
    .array(z.looseObject({ sinceMs: z.number(), reportedAtMs: z.number() }))
    .parse(JSON.parse(await readFile(file, "utf8")));
  const earlier = known.map((edge) => ({
    ...edge,
    sinceMs: edge.sinceMs - agoMs,
    reportedAtMs: edge.reportedAtMs - agoMs,
  }));
  await writeFile(file, JSON.stringify(earlier));
}

test.each([
  { codec: "opus", format: "ogg" },
  { codec: "aac", format: "aac" },
] as const)(
  "[S110] $codec at an edge has the master's frames under its title, and ffmpeg decodes it",
  async ({ codec, format }) => {
    await server.order("setSettings", { ...defaultSettings, isOpusOn: true, isAacOn: true });
    await untilThere(master, codec);
    await untilThere(paris, codec);
    const there = await listen(master, { codec });
    const here = await listen(paris, { codec });
    await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(400);
    const status = await (await fetch(`${paris.url}/status-json.xsl`)).json();

    expect(shared(here, there)).toBeGreaterThan(here.digests.length * 0.7);
    const places = here.digests
      .map((digest) => there.digests.indexOf(digest))
      .filter((at) => at >= 0);
    expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
    const { date: _here, ...headers } = here.headers;
    const { date: _there, ...wanted } = there.headers;
    expect(headers).toEqual(wanted);
    const source = { listenurl: `https://edge.test/stream.${codec}`, title: "Test - Tone" };
    expect(status).toMatchObject({
      icestats: { source: expect.arrayContaining([expect.objectContaining(source)]) },
    });
    // Opus has no inline titles, at the station neither.
    expect(here.titles.at(-1)).toBe(codec === "opus" ? undefined : "Test - Tone");
    const file = path.join(folder, `heard.${format}`);
    await writeFile(file, wholeOf(codec, Buffer.concat(here.sound)));
    const decoded = await run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"]);
    expect(decoded.stderr).toBe("");
  },
);

/** Waits until a newly enabled mount has sound. */
async function untilThere({ url }: TestPart, codec: "opus" | "aac"): Promise<void> {
  const statusNow = async (): Promise<number> => {
    const { status, body } = await fetch(`${url}/stream.${codec}`);
    await body?.cancel();
    return status;
  };
  await expect.poll(statusNow, WAIT).toBe(200);
}

/** Drops the page or frame that was cut where the listener stopped. */
function wholeOf(codec: "opus" | "aac", sound: Buffer): Buffer {
  if (codec === "opus") return sound.subarray(0, sound.lastIndexOf("OggS"));
  return Buffer.concat(new FrameSplitter("aac").take(sound));
}

test("[S113] an edge says in words what keeps it from its master", async () => {
  const page = await startPage();

  await expect(startEdge({ name: "vienna", secret: "a wrong secret of 16" })).rejects.toThrow(
    "The master has another EDGE_SECRET: set the same at both ends.",
  );
  await expect(startEdge({ data: "another paris" })).rejects.toThrow(
    "Another edge is called paris: start this one with another --name.",
  );
  await expect(startEdge({ name: "zurich", address: page })).rejects.toThrow(
    "is no Neon Relay stream server",
  );
});

/** A web server that is not a station. @returns its address */
async function startPage(): Promise<string> {
  const page: Server = createServer((_request, response) => response.end("<h1>Hello</h1>"));
  page.listen(0, "127.0.0.1");
  await once(page, "listening");
  open.defer(() => void page.close());
  const address = page.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}
