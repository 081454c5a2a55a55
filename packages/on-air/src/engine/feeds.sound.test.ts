// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { amplitudeOf, levelDb, makeTone } from "../audio/test-sound.ts";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { OggPages } from "../feeds/ogg-pages.ts";
import { placeInRisingTone } from "../start/test-on-air.ts";
import { EngineHost, type TestEngine, wholeFile } from "./test-engine.ts";

const run = promisify(execFile);
const SECOND = PROGRAMME_RATE_HZ;
/** Low: a feed that is ahead plays up to half a percent faster. */
const hz = { file: 440, feed: 220, second: 330 } as const;
let folder = "";
let host: EngineHost;
let engine: TestEngine;
let feeds: EngineFeeds;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  host = new EngineHost();
  folder = await mkdtemp(path.join(tmpdir(), "feeds-"));
  await makeTone({ file: at("file.flac"), hz: hz.file, seconds: 60 });
});
afterAll(async () => {
  await host.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  feeds = new EngineFeeds((message) => engine.send(message));
  // Starting a process is slow on a busy machine, and the programme's clock would not wait.
  engine = feedsOf(await host.engine());
});
afterEach(async () => engine.end());

/** An engine fed by `feeds`. */
function feedsOf(started: TestEngine): TestEngine {
  started.onEvent = (event) => {
    if (event.kind === "feed.taken") feeds.taken(event);
  };
  started.onBlock = (header) => feeds.heard(header);
  return started;
}

function filePlay(name = "file.flac"): EnginePlay {
  const source = wholeFile(at(name));
  return { playId: randomUUID(), source, gainDb: 0, offsetMs: 0 };
}

function feedPlay(format: string | null = null): EnginePlay & { readonly feedId: string } {
  const feedId = randomUUID();
  const source = { kind: "feed", feedId, isLive: true, format } as const;
  return { playId: randomUUID(), feedId, source, gainDb: 0, offsetMs: 0 };
}

const soon = (): { dueNs: string } => ({
  dueNs: String(process.hrtime.bigint() + 1_000_000_000n),
});

test.each([
  { name: "feed.mp3", options: ["-b:a", "128k"] },
  { name: "feed.aac", options: ["-c:a", "aac"] },
  { name: "feed.opus", options: ["-c:a", "libopus"] },
  { name: "feed.ogg", options: ["-c:a", "libvorbis"] },
  { name: "flac.ogg", options: ["-c:a", "flac"] },
  { name: "feed.ts", options: ["-c:a", "aac"] },
  { name: "feed.webm", options: ["-c:a", "libopus"] },
])("[P40] a $name feed is taken on air with a fade", async ({ name, options }) => {
  await makeTone({ file: at(name), hz: hz.feed, seconds: 8, options });
  const [file, feed, after] = [filePlay(), feedPlay(), filePlay()];

  engine.start({ ...soon(), current: file });
  engine.cue(after);
  await engine.producedUntil(2 * SECOND);
  engine.send({ kind: "take", play: feed, fadeMs: 1000 });
  feeds.open(feed.feedId).end(await readFile(at(name)));
  const { audioStartSamples } = await engine.event(
    "play.started",
    ({ playId }) => playId === feed.playId,
  );
  const ended = await engine.event("play.ended", ({ playId }) => playId === feed.playId);
  const next = await engine.event("play.started", ({ playId }) => playId === after.playId);
  await engine.producedUntil(next.audioStartSamples + 3 * SECOND);
  const pcm = await engine.heard(at("out.mp3"));

  expect(ended).toMatchObject({ reason: "finished", detail: null });
  expect(ended.playedSamples / SECOND).toBeCloseTo(8, 0);
  const heard = (wanted: number, from: number): number =>
    amplitudeOf(pcm, { from, count: SECOND / 5, hz: wanted });
  expect(heard(hz.file, audioStartSamples - (11 * SECOND) / 10)).toBeGreaterThan(0.4);
  expect(heard(hz.feed, audioStartSamples + (11 * SECOND) / 10)).toBeGreaterThan(0.4);
  expect(heard(hz.file, audioStartSamples + (11 * SECOND) / 10)).toBeLessThan(0.01);
  expect(heard(hz.file, next.audioStartSamples + (11 * SECOND) / 10)).toBeGreaterThan(0.4);
  for (let from = audioStartSamples; from < next.audioStartSamples + SECOND; from += SECOND / 10)
    expect(levelDb(pcm, { from, count: SECOND / 10 })).toBeGreaterThan(-14);
});

test("[P50] a feed goes on air once a second and a half of it has arrived", async () => {
  await makeTone({ file: at("begun.mp3"), hz: hz.feed, seconds: 8, options: ["-b:a", "128k"] });
  const bytes = await readFile(at("begun.mp3"));
  const feed = feedPlay("mp3");

  engine.start({ ...soon(), current: filePlay(), clockSpeed: 1 });
  engine.send({ kind: "take", play: feed, fadeMs: 100 });
  // Two seconds; anything later would be too late for a DJ.
  const stream = feeds.open(feed.feedId);
  stream.write(bytes.subarray(0, 32_000));

  await engine.event("play.started", ({ playId }) => playId === feed.playId);
  stream.destroy();
});

test("a feed is written no faster than it plays, and a deck waiting for it can be freed at once", async () => {
  await makeTone({ file: at("long.mp3"), hz: hz.feed, seconds: 120, options: ["-b:a", "320k"] });
  const bytes = await readFile(at("long.mp3"));
  const [file, feed, after] = [filePlay(), feedPlay("mp3"), filePlay()];

  engine.start({ ...soon(), current: file, clockSpeed: 1 });
  engine.send({ kind: "take", play: feed, fadeMs: 100 });
  const stream = feeds.open(feed.feedId);
  stream.write(bytes.subarray(0, 200_000));
  await engine.event("play.started", ({ playId }) => playId === feed.playId);
  expect(stream.write(bytes.subarray(200_000))).toBe(false);
  // The deck holds 24 s, 950 kB here; the rest of the 4.8 MB waits until that is played.
  await expect.poll(() => engine.sentFeedBytes).toBeGreaterThan(900_000);

  engine.cue(after);
  await engine.event("cue.ready", ({ playId }) => playId === after.playId);
  engine.send({ kind: "skip", playId: feed.playId, fadeMs: 10 });
  await engine.event("play.started", ({ playId }) => playId === after.playId);
  expect(engine.sentFeedBytes).toBeLessThan(1_800_000);
  stream.destroy();
  // Another feed takes the deck that is reading the first one's bytes.
  const second = feedPlay("mp3");
  engine.send({ kind: "take", play: second, fadeMs: 100 });
  feeds.open(second.feedId).write(bytes.subarray(0, 50_000));
  const third = feedPlay("mp3");
  engine.send({ kind: "take", play: third, fadeMs: 100 });
  feeds.open(third.feedId).write(bytes.subarray(0, 200_000));
  await engine.event("play.started", ({ playId }) => playId === third.playId);
});

test("a feed without sound is refused, and the programme goes on", async () => {
  const [file, feed] = [filePlay(), feedPlay()];

  engine.start({ ...soon(), current: file });
  engine.send({ kind: "take", play: feed, fadeMs: 100 });
  feeds.open(feed.feedId).end(Buffer.alloc(300_000, "nothing to hear here, "));
  const failed = await engine.event("cue.failed", ({ playId }) => playId === feed.playId);
  await engine.producedUntil(6 * SECOND);

  expect(failed.detail).toMatch(/can read$/);
});

test.each([
  { name: "marked.mp3", options: ["-b:a", "128k"] },
  { name: "marked.aac", options: ["-c:a", "aac"] },
  { name: "marked.opus", options: ["-c:a", "libopus"] },
  { name: "marked.ogg", options: ["-c:a", "libvorbis"] },
])("[P41] a mark in a $name feed is heard with its bytes", async ({ name, options }) => {
  await makeTone({ file: at(`1-${name}`), hz: hz.feed, seconds: 4, options });
  await makeTone({ file: at(`2-${name}`), hz: hz.second, seconds: 4, options });
  const [file, feed] = [filePlay(), feedPlay()];

  engine.start({ ...soon(), current: file });
  engine.send({ kind: "take", play: feed, fadeMs: 100 });
  const stream = feeds.open(feed.feedId);
  stream.mark(1);
  stream.write(await readFile(at(`1-${name}`)));
  stream.mark(2);
  stream.end(await readFile(at(`2-${name}`)));
  const { mark } = await engine.event("play.started", ({ playId }) => playId === feed.playId);
  const { positionSamples } = await engine.event("play.marked", (event) => event.mark === 2);
  await engine.producedUntil(positionSamples + 2 * SECOND);
  const pcm = await engine.heard(at("out.mp3"));

  expect(mark).toBe(1);
  const { header } = await engine.block((block) => block.feed?.mark === 2);
  expect(header.positionSamples).toBe(positionSamples);
  const heard = (wanted: number, from: number): number =>
    amplitudeOf(pcm, { from, count: SECOND / 10, hz: wanted });
  expect(heard(hz.feed, positionSamples - 0.2 * SECOND)).toBeGreaterThan(0.3);
  expect(heard(hz.second, positionSamples + 0.1 * SECOND)).toBeGreaterThan(0.3);
});

test("[P43] a feed starts with its sound, is reported silent after 20 s, and waits beside the programme", async () => {
  const [short, feed, after] = [filePlay("short.flac"), feedPlay("mp3"), filePlay()];
  await makeTone({
    file: at("quiet.mp3"),
    hz: hz.feed,
    seconds: 30,
    options: ["-af", "volume=-60dB"],
  });
  await makeTone({ file: at("short.mp3"), hz: hz.feed, seconds: 5 });
  await makeTone({ file: at("short.flac"), hz: hz.file, seconds: 4 });
  const quiet = await readFile(at("quiet.mp3"));

  engine.start({ ...soon(), current: short });
  engine.send({ kind: "take", play: feed, fadeMs: 100 });
  engine.cue(after);
  const stream = feeds.open(feed.feedId);
  stream.write(quiet);
  // The cue comes next, even while a DJ waits for sound beside it.
  await engine.event("play.started", ({ playId }) => playId === after.playId);
  stream.write(await readFile(at("short.mp3")));
  stream.write(quiet);
  const started = await engine.event("play.started", ({ playId }) => playId === feed.playId);
  await engine.event("play.silent", ({ playId }) => playId === feed.playId);
  const pcm = await engine.heard(at("out.mp3"));

  const from = started.audioStartSamples + SECOND / 5;
  expect(amplitudeOf(pcm, { from, count: SECOND / 5, hz: hz.feed })).toBeGreaterThan(0.3);
  const { playId } = feed;
  expect(engine.events.filter(({ kind }) => kind === "play.silent")).toEqual([
    { kind: "play.silent", playId },
  ]);
});

test("[P40] a cued feed waits on its deck while the play on air restarts", async () => {
  await makeTone({ file: at("cued.mp3"), hz: hz.feed, seconds: 20 });
  const [file, feed] = [filePlay(), feedPlay("mp3")];
  const again = randomUUID();

  engine.start({ ...soon(), current: file, clockSpeed: 5 });
  engine.cue(feed);
  feeds.open(feed.feedId).end(await readFile(at("cued.mp3")));
  await engine.event("cue.ready", ({ playId }) => playId === feed.playId);
  engine.send({ kind: "restart", playId: again });
  await engine.event("play.started", ({ playId }) => playId === again);
  engine.send({ kind: "skip", playId: again, fadeMs: 100 });
  const started = await engine.event("play.started", ({ playId }) => playId === feed.playId);
  const ended = await engine.event("play.ended", ({ playId }) => playId === feed.playId);
  const pcm = await engine.heard(at("out.mp3"));

  const from = started.audioStartSamples + SECOND / 5;
  expect(amplitudeOf(pcm, { from, count: SECOND / 5, hz: hz.feed })).toBeGreaterThan(0.3);
  expect(ended).toMatchObject({ reason: "finished" });
  expect(ended.playedSamples / SECOND).toBeCloseTo(20, 0);
});

test("[P44] sound that a feed delivers while the station is paused passes unheard", async () => {
  await makeTone({ file: at("first.mp3"), hz: hz.feed, seconds: 6 });
  await makeTone({ file: at("then.mp3"), hz: hz.second, seconds: 12 });
  const feed = feedPlay("mp3");

  engine.start({ ...soon(), current: feed, clockSpeed: 5 });
  const stream = feeds.open(feed.feedId);
  stream.write(Buffer.concat([await readFile(at("first.mp3")), await readFile(at("then.mp3"))]));
  await engine.event("play.started", ({ playId }) => playId === feed.playId);
  engine.send({ kind: "set-playing", isPlaying: false });
  const paused = await engine.block(({ isSilentOnPurpose }) => isSilentOnPurpose);
  await engine.producedUntil(paused.header.positionSamples + 6 * SECOND);
  engine.send({ kind: "set-playing", isPlaying: true });
  const resumed = await engine.block(
    ({ positionSamples, isSilentOnPurpose }) =>
      positionSamples > paused.header.positionSamples && !isSilentOnPurpose,
  );
  const from = resumed.header.positionSamples + SECOND / 5;
  await engine.producedUntil(from + SECOND);
  const pcm = await engine.heard(at("out.mp3"));

  expect(amplitudeOf(pcm, { from, count: SECOND / 5, hz: hz.second })).toBeGreaterThan(0.3);
});

test.each([
  { name: "again.mp3", options: ["-b:a", "128k"] },
  { name: "again.ogg", options: ["-c:a", "libvorbis"] },
])("[P42] a new engine continues a $name feed about where it was last heard", async (kind) => {
  const file = at(kind.name);
  const sweep = "aevalsrc='0.5*sin(2*PI*(400*t+10*t*t))':d=20:s=44100";
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", sweep, ...kind.options, file]);
  const bytes = await readFile(file);
  const feed = feedPlay();
  const pages = new OggPages();
  pages.add(bytes);
  const findRestart = kind.name.endsWith(".ogg")
    ? (place: number) => pages.restartAt(place)
    : undefined;

  engine.start({ ...soon(), current: feed, clockSpeed: 5 });
  const stream = feeds.open(feed.feedId, findRestart);
  stream.mark(7);
  stream.write(bytes);
  await engine.event("play.started", ({ playId }) => playId === feed.playId);
  await engine.producedUntil(5 * SECOND);
  await engine.end();
  feeds.engineEnded();
  const last = engine.blocks.at(-1)?.header;
  const heardSamples = (last?.playOffsetSamples ?? 0) + (last?.samples ?? 0);
  engine = feedsOf(await host.engine());
  const offsetMs = (heardSamples * 1000) / SECOND;
  engine.start({ ...soon(), current: { ...feed, offsetMs }, positionSamples: heardSamples });
  feeds.engineBegan();
  const { mark } = await engine.event("play.started", ({ playId }) => playId === feed.playId);
  await engine.producedUntil(heardSamples + 3 * SECOND);
  const pcm = await engine.heard(at("out.mp3"));

  expect(mark).toBe(7);
  const left = pcm.filter((_, index) => index % 2 === 0).subarray(SECOND, 1.5 * SECOND);
  const place = placeInRisingTone(left, SECOND) - 1.25;
  // Some of it is heard twice, an Ogg page at most; nothing is skipped.
  expect(place).toBeLessThan(heardSamples / SECOND + 0.1);
  expect(place).toBeGreaterThan(heardSamples / SECOND - 1.5);
});
