import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { amplitudeOf, levelDb, makeTone } from "../audio/test-sound.ts";
import { EngineFeeds } from "../playout/engine-feeds.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { TestEngine } from "./test-engine.ts";

const SECOND = PROGRAMME_RATE_HZ;
const hz = { file: 440, feed: 880 } as const;
let folder = "";
let engine: TestEngine;
let feeds: EngineFeeds;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feeds-"));
  await makeTone({ file: at("file.flac"), hz: hz.file, seconds: 60 });
});
afterAll(async () => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  engine = new TestEngine();
  // A process takes its time to start on a busy machine, and the programme's clock would not wait for it.
  await engine.event("ready");
  feeds = new EngineFeeds((message) => engine.send(message));
  engine.onEvent = (event) => {
    if (event.kind === "feed.taken") feeds.taken(event);
  };
});
afterEach(async () => engine.end());

function filePlay(): EnginePlay {
  const source = { kind: "file", path: at("file.flac") } as const;
  return { playId: randomUUID(), source, gainDb: 0, offsetMs: 0 };
}

function feedPlay(format: string | null = null): EnginePlay & { readonly feedId: string } {
  const feedId = randomUUID();
  const source = { kind: "feed", feedId, format } as const;
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
])("a feed of the kind $name is taken on air with a fade", async ({ name, options }) => {
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
    amplitudeOf(pcm, { from, count: SECOND, hz: wanted });
  expect(heard(hz.file, audioStartSamples - (11 * SECOND) / 10)).toBeGreaterThan(0.4);
  expect(heard(hz.feed, audioStartSamples + (11 * SECOND) / 10)).toBeGreaterThan(0.4);
  expect(heard(hz.file, audioStartSamples + (11 * SECOND) / 10)).toBeLessThan(0.01);
  expect(heard(hz.file, next.audioStartSamples + (11 * SECOND) / 10)).toBeGreaterThan(0.4);
  for (let from = audioStartSamples; from < next.audioStartSamples + SECOND; from += SECOND / 10)
    expect(levelDb(pcm, { from, count: SECOND / 10 })).toBeGreaterThan(-14);
});

test("a feed is written no faster than it is played, and a deck that waits for it is free at once", async () => {
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
  await expect.poll(() => engine.sentFeedBytes, { timeout: 10_000 }).toBeGreaterThan(900_000);

  engine.cue(after);
  await engine.event("cue.ready", ({ playId }) => playId === after.playId);
  engine.send({ kind: "skip", playId: feed.playId, fadeMs: 10 });
  await engine.event("play.started", ({ playId }) => playId === after.playId);
  expect(engine.sentFeedBytes).toBeLessThan(1_800_000);
  stream.destroy();
  // Another one takes the place of the deck that reads the first one's bytes.
  const second = feedPlay("mp3");
  engine.send({ kind: "take", play: second, fadeMs: 100 });
  feeds.open(second.feedId).write(bytes.subarray(0, 50_000));
  const third = feedPlay("mp3");
  engine.send({ kind: "take", play: third, fadeMs: 100 });
  feeds.open(third.feedId).write(bytes.subarray(0, 200_000));
  await engine.event("play.started", ({ playId }) => playId === third.playId);
});

test("what is no sound is refused, and the programme goes on", async () => {
  const [file, feed] = [filePlay(), feedPlay()];

  engine.start({ ...soon(), current: file });
  engine.send({ kind: "take", play: feed, fadeMs: 100 });
  feeds.open(feed.feedId).end(Buffer.alloc(300_000, "nothing to hear here, "));
  const failed = await engine.event("cue.failed", ({ playId }) => playId === feed.playId);
  await engine.producedUntil(6 * SECOND);

  expect(failed.detail).toMatch(/can read$/);
});
