// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, afterAll, expect, test } from "vitest";
import { amplitudeOf, levelDb, makeTone } from "../audio/test-sound.ts";
import { CHANNELS } from "../audio/pcm-format.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { EngineHost, TestEngine, wholeFile } from "./test-engine.ts";

const SECOND = PROGRAMME_RATE_HZ;
/** A window below this level counts as a gap, in dBFS. */
const SILENCE_DB = -50;
const TRACK_SECONDS = 12;
const tone = { a: 440, b: 660, c: 990 } as const;
let folder = "";
let host: EngineHost;
let engine: TestEngine;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  host = new EngineHost();
  folder = await mkdtemp(path.join(tmpdir(), "engine-"));
  await makeTone({ file: at("a.mp3"), hz: tone.a, seconds: TRACK_SECONDS });
  await makeTone({ file: at("b.flac"), hz: tone.b, seconds: TRACK_SECONDS });
  await makeTone({ file: at("c.opus"), hz: tone.c, seconds: TRACK_SECONDS });
  await makeTone({ file: at("short.wav"), hz: tone.b, seconds: 3 });
});
afterAll(async () => {
  await host.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  // Starting a process is slow on a busy machine, and the programme's clock would not wait.
  engine = await host.engine();
});
afterEach(async () => engine.end());

function play(name: string, overrides: Partial<EnginePlay> = {}): EnginePlay {
  return {
    playId: randomUUID(),
    source: wholeFile(at(name)),
    gainDb: 0,
    offsetMs: 0,
    ...overrides,
  };
}

/** Due in one second, so that files are open before a fast clock runs past them. */
const soon = (): { dueNs: string } => ({
  dueNs: String(process.hrtime.bigint() + 1_000_000_000n),
});

function quietestDb(pcm: Float32Array, from: number, until: number): number {
  let quietest = 0;
  for (let start = from; start + 441 <= until; start += 441)
    quietest = Math.min(quietest, levelDb(pcm, { from: start, count: 441 }));
  return quietest;
}

test("two tracks follow each other without a gap, at constant level through the crossfade", async () => {
  const [a, b] = [play("a.mp3"), play("b.flac")];

  engine.start({ ...soon(), current: a, crossfadeMs: 2000 });
  engine.cue(b);
  const started = await engine.event("play.started", (event) => event.playId === b.playId);
  const ended = await engine.event("play.ended", (event) => event.playId === a.playId);
  await engine.producedUntil(20 * SECOND);
  const pcm = await engine.heard(at("out.mp3"));

  expect(ended).toMatchObject({ reason: "finished", detail: null });
  expect(Math.abs(ended.playedSamples - TRACK_SECONDS * SECOND)).toBeLessThanOrEqual(1152);
  expect(Math.abs(started.audioStartSamples - (TRACK_SECONDS - 2) * SECOND)).toBeLessThan(100);
  expect(Math.abs(started.titleSamples - (TRACK_SECONDS - 1) * SECOND)).toBeLessThan(1152);
  expect(quietestDb(pcm, SECOND / 10, 20 * SECOND)).toBeGreaterThan(-16);
  const before = levelDb(pcm, { from: 5 * SECOND, count: SECOND });
  for (let from = 9.5 * SECOND; from < 12.5 * SECOND; from += SECOND / 4)
    expect(Math.abs(levelDb(pcm, { from, count: SECOND / 4 }) - before)).toBeLessThan(1);
  const heard = (hz: number, second: number): number =>
    amplitudeOf(pcm, { from: second * SECOND, count: SECOND, hz });
  expect(heard(tone.a, 8)).toBeGreaterThan(0.4);
  expect(heard(tone.b, 8)).toBeLessThan(0.01);
  expect(heard(tone.a, 13)).toBeLessThan(0.01);
  expect(heard(tone.b, 13)).toBeGreaterThan(0.4);
});

test("blocks follow each other without a gap, are cut at the title, and give the offset in the track", async () => {
  const [a, b] = [play("a.mp3"), play("b.flac")];

  engine.start({ ...soon(), positionSamples: 1_000_000, current: a });
  engine.cue(b);
  const { titleSamples } = await engine.event("play.started", (event) => event.playId === b.playId);
  await engine.producedUntil(1_000_000 + 18 * SECOND);

  let position = 1_000_000;
  for (const { header } of engine.blocks) {
    expect(header.positionSamples).toBe(position);
    position += header.samples;
  }
  const first = engine.blocks.find(({ header }) => header.playId === b.playId)?.header;
  expect(first?.positionSamples).toBe(titleSamples);
  expect(engine.blocks[10]?.header).toMatchObject({
    playId: a.playId,
    playOffsetSamples: (engine.blocks[10]?.header.positionSamples ?? 0) - 1_000_000,
  });
});

test("a decoder yields at each position what is announced for it", async () => {
  // One second of silence, then a tone: its first sound must be one second after the audio start.
  await makeTone({
    file: at("late.wav"),
    hz: 1000,
    seconds: 20,
    silentSeconds: 1,
  });

  engine.start({ ...soon(), current: play("late.wav"), bitrateKbps: 320 });
  const { audioStartSamples } = await engine.event("play.started");
  await engine.producedUntil(4 * SECOND);
  const pcm = await engine.heard(at("delay.mp3"));

  const isLoud = (value: number, index: number): boolean =>
    index % 2 === 0 && Math.abs(value) > 0.1;
  const onset = pcm.findIndex(isLoud) / 2;
  expect(Math.abs(onset - (audioStartSamples + SECOND))).toBeLessThan(0.002 * SECOND);
});

test("an engine that takes over starts at the exact sample", async () => {
  await makeTone({
    file: at("late2.wav"),
    hz: 1000,
    seconds: 20,
    silentSeconds: 8,
  });
  const current = play("late2.wav", { offsetMs: 7000 });

  engine.start({ ...soon(), positionSamples: 500_000, current, bitrateKbps: 320 });
  const { audioStartSamples } = await engine.event("play.started");
  await engine.producedUntil(500_000 + 4 * SECOND);
  const pcm = await engine.heard(at("resume.mp3"));

  expect(Math.abs(audioStartSamples - (500_000 - 7 * SECOND))).toBeLessThanOrEqual(1);
  const isLoud = (value: number, index: number): boolean =>
    index % 2 === 0 && Math.abs(value) > 0.1;
  expect(Math.abs(pcm.findIndex(isLoud) / 2 - SECOND)).toBeLessThan(0.002 * SECOND);
  expect(engine.blocks[0]?.header.playOffsetSamples).toBe(7 * SECOND);
});

test("a pause is silent, and the track resumes where it stopped", async () => {
  const a = play("a.mp3");
  engine.start({ ...soon(), current: a, clockSpeed: 5 });
  await engine.producedUntil(3 * SECOND);

  engine.send({ kind: "set-playing", isPlaying: false });
  const silent = await engine.block((header) => header.isSilentOnPurpose);
  await engine.producedUntil(silent.header.positionSamples + 3 * SECOND);
  engine.send({ kind: "set-playing", isPlaying: true });
  const moved = await engine.event("play.moved");
  await engine.producedUntil(
    moved.audioStartSamples + silent.header.playOffsetSamples + 2 * SECOND,
  );
  const pcm = await engine.heard(at("pause.mp3"));

  const pausedAt = silent.header.positionSamples;
  const resumedAt = moved.audioStartSamples + silent.header.playOffsetSamples;
  expect(silent.header.playId).toBe(a.playId);
  expect(levelDb(pcm, { from: pausedAt + 4000, count: resumedAt - pausedAt - 6000 })).toBeLessThan(
    -80,
  );
  expect(levelDb(pcm, { from: resumedAt + 4000, count: SECOND })).toBeGreaterThan(-12);
  const after = engine.blocks.find(
    ({ header }) => header.positionSamples > pausedAt && !header.isSilentOnPurpose,
  );
  expect(
    Math.abs((after?.header.playOffsetSamples ?? 0) - silent.header.playOffsetSamples),
  ).toBeLessThan(2304);
});

test("a skip fades to the cued play", async () => {
  const [a, b] = [play("a.mp3"), play("b.flac")];
  engine.start({ ...soon(), current: a, clockSpeed: 5 });
  engine.cue(b);
  await engine.event("cue.ready");
  await engine.producedUntil(2 * SECOND);

  engine.send({ kind: "skip", playId: a.playId, fadeMs: 500 });
  const ended = await engine.event("play.ended", (event) => event.playId === a.playId);
  const started = await engine.event("play.started", (event) => event.playId === b.playId);
  engine.send({ kind: "skip", playId: a.playId, fadeMs: 500 }); // a second press: the play has already ended
  await engine.producedUntil(started.audioStartSamples + 3 * SECOND);
  const pcm = await engine.heard(at("skip.mp3"));

  expect(ended.reason).toBe("skipped");
  const from = started.audioStartSamples + SECOND;
  expect(amplitudeOf(pcm, { from, count: SECOND, hz: tone.b })).toBeGreaterThan(0.4);
  expect(quietestDb(pcm, SECOND, from)).toBeGreaterThan(-16);
});

test("[P24] a skip in the middle of a crossfade moves the title with it, and announces the new position", async () => {
  const [a, b] = [play("a.mp3", { offsetMs: 6500 }), play("b.flac")];
  // In real time: the skip must come within two seconds of the start.
  engine.start({ ...soon(), current: a, clockSpeed: 1, crossfadeMs: 4000 });
  engine.cue(b);
  const begun = await engine.event("play.started", (event) => event.playId === b.playId);

  engine.send({ kind: "skip", playId: b.playId, fadeMs: 500 });
  const { titleSamples } = await engine.event("play.hurried");
  const first = await engine.block((header) => header.playId === b.playId);
  const next = await engine.block((header) => header.playId === null);

  expect(first.header.positionSamples).toBe(titleSamples);
  expect(titleSamples).toBeLessThan(begun.titleSamples);
  expect(next.header.positionSamples).toBeGreaterThan(titleSamples);
});

test("a skip with nothing cued goes to the emergency loop, and a later cue ends that", async () => {
  const a = play("a.mp3");
  engine.start({ ...soon(), current: a, clockSpeed: 5 });
  await engine.producedUntil(2 * SECOND);

  engine.send({ kind: "skip", playId: a.playId, fadeMs: 300 });
  const { header } = await engine.block((block) => block.playId === null);
  await engine.producedUntil(header.positionSamples + 2 * SECOND);
  const c = play("c.opus");
  engine.cue(c);
  const started = await engine.event("play.started", (event) => event.playId === c.playId);
  await engine.producedUntil(started.audioStartSamples + 2 * SECOND);
  const pcm = await engine.heard(at("emergency.mp3"));

  expect(quietestDb(pcm, SECOND, started.audioStartSamples + SECOND)).toBeGreaterThan(SILENCE_DB);
  expect(levelDb(pcm, { from: header.positionSamples + SECOND, count: SECOND })).toBeLessThan(-15);
});

test("a restart plays the same track from its start, and the cue stays", async () => {
  const [a, b] = [play("a.mp3"), play("b.flac")];
  const again = randomUUID();
  engine.start({ ...soon(), current: a, clockSpeed: 5 });
  engine.cue(b);
  await engine.event("cue.ready");
  await engine.producedUntil(4 * SECOND);

  engine.send({ kind: "restart", playId: again });
  const ended = await engine.event("play.ended");
  const started = await engine.event("play.started", (event) => event.playId === again);
  await engine.event(
    "cue.ready",
    (event) => engine.events.lastIndexOf(event) > engine.events.indexOf(started),
  );

  expect(ended).toMatchObject({ playId: a.playId, reason: "restarted" });
  const block = await engine.block(
    (header) => header.playId === again && header.playOffsetSamples > SECOND,
  );
  expect(block.header.positionSamples - block.header.playOffsetSamples).toBe(
    started.audioStartSamples,
  );
});

test("unreadable files are refused with a reason and the programme goes on", async () => {
  await writeFile(at("garbage.mp3"), "not a song ".repeat(5000));
  const [garbage, gone, b] = [play("garbage.mp3"), play("gone.mp3"), play("b.flac")];
  engine.start({ ...soon(), current: play("a.mp3"), clockSpeed: 5 });

  engine.cue(garbage);
  const first = await engine.event("cue.failed", (event) => event.playId === garbage.playId);
  engine.cue(gone);
  const second = await engine.event("cue.failed", (event) => event.playId === gone.playId);
  engine.cue(b);
  const started = await engine.event("play.started", (event) => event.playId === b.playId);
  await engine.producedUntil(started.audioStartSamples + SECOND);
  const pcm = await engine.heard(at("refused.mp3"));

  expect(first.detail).toBe("This is not an audio file of a kind the station can read");
  expect(second.detail).toBe("The file is not there");
  expect(quietestDb(pcm, SECOND / 10, started.audioStartSamples)).toBeGreaterThan(-16);
});

test("a file deleted while it plays is heard to its end", async () => {
  await copyFile(at("a.mp3"), at("deleted.mp3"));
  const a = play("deleted.mp3");
  engine.start({ ...soon(), current: a });
  await engine.event("play.started");

  await rm(at("deleted.mp3"));
  const ended = await engine.event("play.ended");

  expect(ended).toMatchObject({ playId: a.playId, reason: "finished" });
});

test("the next track is in memory with its first 20 s, 20 s before it is needed", async () => {
  await makeTone({ file: at("long.wav"), hz: tone.a, seconds: 40 });
  await makeTone({ file: at("vanishing.wav"), hz: tone.b, seconds: 60 });
  const [long, vanishing] = [play("long.wav"), play("vanishing.wav")];
  engine.start({ ...soon(), current: long, clockSpeed: 8 });
  engine.cue(vanishing);
  await engine.producedUntil(19 * SECOND);

  await truncate(at("vanishing.wav"));
  const begun = engine.events.some(
    (event) => event.kind === "play.started" && event.playId === vanishing.playId,
  );
  const { playedSamples } = await engine.event(
    "play.ended",
    ({ playId }) => playId === vanishing.playId,
  );
  const started = await engine.event("play.started", ({ playId }) => playId === vanishing.playId);
  await engine.end();
  const pcm = await engine.heard(at("vanished.mp3"));

  expect(begun).toBe(false);
  expect(playedSamples).toBeGreaterThan(20 * SECOND);
  const from = started.audioStartSamples + 19 * SECOND;
  expect(amplitudeOf(pcm, { from, count: SECOND, hz: tone.b })).toBeGreaterThan(0.4);
});

test("a track whose file is broken in the middle ends as failed, and the next starts at once", async () => {
  const file = await makeTone({ file: at("broken.m4a"), hz: tone.a, seconds: 20 });
  const bytes = await readFile(file);
  for (let index = bytes.length >> 1; index < bytes.length * 0.9; index += 1)
    bytes[index] = (index * 7919) >> 4;
  await writeFile(file, bytes);
  const [broken, b] = [play("broken.m4a"), play("b.flac")];

  engine.start({ ...soon(), current: broken });
  engine.cue(b);
  const ended = await engine.event("play.ended");
  const started = await engine.event("play.started", (event) => event.playId === b.playId);
  await engine.producedUntil(started.audioStartSamples + 2 * SECOND);
  const pcm = await engine.heard(at("broken.mp3"));

  expect(ended).toMatchObject({ playId: broken.playId, reason: "failed" });
  expect(ended.detail).toMatch(/^The sound in the file is damaged/);
  expect(ended.playedSamples).toBeGreaterThan(5 * SECOND);
  expect(started.audioStartSamples - ended.playedSamples).toBeLessThan(SECOND / 10);
  const from = started.audioStartSamples + SECOND / 2;
  expect(amplitudeOf(pcm, { from, count: SECOND, hz: tone.b })).toBeGreaterThan(0.4);
});

test("an unreadable first track is reported as failed, and the emergency loop plays", async () => {
  const current = play("gone.mp3", { offsetMs: 2000 });

  engine.start({ current });
  const ended = await engine.event("play.ended");
  const heartbeat = await engine.event("heartbeat", (event) => event.isEmergency);

  expect(ended).toMatchObject({
    playId: current.playId,
    reason: "failed",
  });
  expect(Math.abs(ended.playedSamples - 2 * SECOND)).toBeLessThan(1152);
  expect(heartbeat.rssBytes).toBeGreaterThan(0);
});

test("a track shorter than the crossfade is still heard alone", async () => {
  const [a, short, b] = [play("a.mp3"), play("short.wav"), play("b.flac")];
  engine.start({ ...soon(), current: a, crossfadeMs: 5000 });
  engine.cue(short);
  const shortStart = await engine.event("play.started", (event) => event.playId === short.playId);
  engine.cue(b);
  const { audioStartSamples } = await engine.event(
    "play.started",
    (event) => event.playId === b.playId,
  );

  expect(audioStartSamples - shortStart.audioStartSamples).toBeGreaterThanOrEqual(1.4 * SECOND);
});

test("the volume follows its law, and 0 is silence on purpose", async () => {
  engine.start({ ...soon(), current: play("a.mp3"), clockSpeed: 5 });
  await engine.producedUntil(2 * SECOND);

  engine.send({ kind: "set-volume", volume: 37.5 });
  await engine.producedUntil(6 * SECOND);
  engine.send({ kind: "set-volume", volume: 0 });
  const { header } = await engine.block((block) => block.isSilentOnPurpose);
  await engine.producedUntil(header.positionSamples + SECOND);
  const pcm = await engine.heard(at("volume.mp3"));

  const full = levelDb(pcm, { from: SECOND, count: SECOND / 2 });
  const half = levelDb(pcm, { from: header.positionSamples - SECOND, count: SECOND / 2 });
  expect(half - full).toBeCloseTo(-12, 0);
  expect(levelDb(pcm, { from: header.positionSamples + 4000, count: SECOND / 2 })).toBeLessThan(
    -80,
  );
});

test("an engine stopped while decoding still exits cleanly", async () => {
  const own = new TestEngine();
  const dueNs = String(process.hrtime.bigint());
  own.start({ current: play("a.mp3"), dueNs });
  await own.event("ready");

  // The decks are filling their rings right now.
  expect(await own.end("SIGTERM")).toBe(0);
});

test("SIGTERM and the end of stdin end the engine cleanly, with the log level of on-air", async () => {
  const [one, other] = [new TestEngine(), new TestEngine()];
  one.start({ logLevel: "debug", current: play("a.mp3") });
  other.start({ logLevel: "error" });
  await Promise.all([one.producedUntil(SECOND), other.producedUntil(SECOND)]);

  expect(await one.end("SIGTERM")).toBe(0);
  expect(await other.hangUp()).toBe(0);
  expect(one.log.join("")).toContain('"level":"debug"');
  expect(other.log.join("")).not.toContain('"level":"info"');
});

test("warnings of the engine reach on-air, whatever the log level", async () => {
  const own = new TestEngine();
  own.start({ logLevel: "silent", current: play("a.mp3") });
  await own.event("play.started");

  own.send({ kind: "skip", playId: "none", fadeMs: 0 });

  const { line } = await own.event("log", (event) => event.line.includes("not understood"));
  await own.end();
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    part: "engine",
    msg: "message not understood",
  });
  expect(own.log).toEqual([]);
});

test("an engine with a file that hangs the codecs names the play and exits, so that another can take over", async () => {
  const hanging = new TestEngine(new URL("test-hanging-engine.ts", import.meta.url));
  const current = play("a.mp3");
  hanging.start({ current, clockSpeed: 1 });

  expect((await hanging.event("play.hung")).playId).toBe(current.playId);
  expect(await hanging.ended()).toBe("SIGKILL");
});

test("levels are sent while a server wants them, each for the position where a listener hears it", async () => {
  const start = 5 * SECOND;
  engine.start({ ...soon(), positionSamples: start, current: play("a.mp3") });
  engine.send({ kind: "set-levels", isOn: true });

  const levels = await engine.event(
    "levels",
    (event) => event.positionSamples > start + 2 * SECOND,
  );
  engine.send({ kind: "set-levels", isOn: false });
  engine.send({ kind: "set-volume", volume: 0 });
  // Orders are handled in sequence: this is silent once both have been.
  const { header } = await engine.block((block) => block.isSilentOnPurpose);
  const told = engine.events.filter((event) => event.kind === "levels").length;
  await engine.producedUntil(header.positionSamples + 2 * SECOND);
  const pcm = await engine.heard(at("levels.mp3"));

  const heardAt = (index: number): number =>
    (pcm[(levels.positionSamples - start + (index - 64) * 8) * CHANNELS] ?? 0) * 127;
  const differences = levels.samples.map((sample, index) => Math.abs(sample - heardAt(index)));
  expect(Math.max(...levels.samples)).toBeGreaterThan(10);
  // The codec's own error is 3; an offset of two samples gives 8.
  expect(Math.max(...differences)).toBeLessThan(8);
  expect(engine.events.filter((event) => event.kind === "levels")).toHaveLength(told);
});
