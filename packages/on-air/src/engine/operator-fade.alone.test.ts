// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { amplitudeOf, levelDb, makeTone } from "../audio/test-sound.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { TestEngine, wholeFile } from "./test-engine.ts";

const SECOND = PROGRAMME_RATE_HZ;
const TRACK_SECONDS = 60;
const tone = { a: 440, b: 660 } as const;
let folder = "";
let engine: TestEngine;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fade-"));
  await makeTone({ file: at("a.wav"), hz: tone.a, seconds: TRACK_SECONDS });
  await makeTone({ file: at("b.wav"), hz: tone.b, seconds: TRACK_SECONDS });
});
afterAll(async () => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  engine = new TestEngine();
  // Starting a process is slow on a busy machine, and the programme's clock would not wait.
  await engine.event("ready");
});
afterEach(async () => engine.end());

function play(name: string): EnginePlay {
  return { playId: randomUUID(), source: wholeFile(at(name)), gainDb: 0, offsetMs: 0 };
}

const soon = (): { dueNs: string } => ({
  dueNs: String(process.hrtime.bigint() + 1_000_000_000n),
});

const isSilent = ({ isSilentOnPurpose }: { readonly isSilentOnPurpose: boolean }): boolean =>
  isSilentOnPurpose;

test("[P80] a fade-out reaches silence in 3 s and is marked as intended, and a fade-in takes 3 s again", async () => {
  engine.start({ ...soon(), clockSpeed: 5, current: play("a.wav") });
  await engine.producedUntil(2 * SECOND);

  engine.send({ kind: "fade", direction: "out", fadeMs: 3000 });
  const silent = await engine.block(isSilent);
  await engine.producedUntil(silent.header.positionSamples + 2 * SECOND);
  engine.send({ kind: "fade", direction: "in", fadeMs: 3000 });
  const heard = await engine.block(
    ({ positionSamples, isSilentOnPurpose }) =>
      !isSilentOnPurpose && positionSamples > silent.header.positionSamples,
  );
  const [from, back] = [silent.header.positionSamples, heard.header.positionSamples];
  await engine.producedUntil(back + 4 * SECOND);
  const pcm = await engine.heard(at("fade.mp3"));

  const level = (second: number, origin: number): number =>
    levelDb(pcm, { from: Math.round(origin + second * SECOND), count: SECOND / 20 });
  const full = levelDb(pcm, { from: SECOND, count: SECOND / 2 });
  // A straight line: half-way it is 6 dB down.
  expect(level(-3.2, from) - full).toBeCloseTo(0, 0);
  expect(level(-1.5, from) - full).toBeCloseTo(-6, 0);
  expect(level(0.1, from)).toBeLessThan(-80);
  expect(level(1.5, back) - full).toBeCloseTo(-6, 0);
  expect(level(3.1, back) - full).toBeCloseTo(0, 0);
  expect(engine.events.filter(({ kind }) => kind === "faded")).toEqual([
    { kind: "faded", direction: "out" },
    { kind: "faded", direction: "in" },
  ]);
});

test("[P81] the track goes on during a fade-out, and the next one is heard", async () => {
  const [a, b] = [play("a.wav"), play("b.wav")];
  engine.start({ ...soon(), clockSpeed: 10, isFadedOut: true, current: a });
  engine.cue(b);
  await engine.event("cue.ready");
  await engine.producedUntil(5 * SECOND);

  engine.send({ kind: "skip", playId: a.playId, fadeMs: 4000 });
  const { audioStartSamples } = await engine.event(
    "play.started",
    ({ playId }) => playId === b.playId,
  );
  const ended = await engine.event("play.ended");
  await engine.producedUntil(audioStartSamples + 6 * SECOND);
  const pcm = await engine.heard(at("next.mp3"));

  expect(levelDb(pcm, { from: 0, count: audioStartSamples - SECOND })).toBeLessThan(-80);
  expect(ended.playedSamples).toBeGreaterThan(5 * SECOND);
  expect(engine.events).toContainEqual({ kind: "faded", direction: "in" });
  const heard = (hz: number, second: number): number =>
    amplitudeOf(pcm, { from: audioStartSamples + second * SECOND, count: SECOND / 4, hz });
  expect(heard(tone.a, 1)).toBeLessThan(0.01);
  expect(heard(tone.b, 5)).toBeGreaterThan(0.4);
});

test("[P82] a requested crossfade takes 4 s at constant power", async () => {
  const [a, b] = [play("a.wav"), play("b.wav")];
  engine.start({ ...soon(), clockSpeed: 5, current: a });
  engine.cue(b);
  await engine.event("cue.ready");
  await engine.producedUntil(3 * SECOND);

  engine.send({ kind: "skip", playId: a.playId, fadeMs: 4000 });
  const { audioStartSamples } = await engine.event(
    "play.started",
    ({ playId }) => playId === b.playId,
  );
  await engine.producedUntil(audioStartSamples + 6 * SECOND);
  const pcm = await engine.heard(at("cross.mp3"));

  const heard = (hz: number, second: number): number =>
    amplitudeOf(pcm, { from: audioStartSamples + second * SECOND, count: SECOND / 4, hz });
  const full = amplitudeOf(pcm, { from: SECOND, count: SECOND, hz: tone.a });
  for (const second of [1, 2, 3]) {
    const power = (heard(tone.a, second) / full) ** 2 + (heard(tone.b, second) / full) ** 2;
    expect(power).toBeCloseTo(1, 1);
  }
  expect(heard(tone.a, 3.5)).toBeGreaterThan(0.02);
  expect(heard(tone.a, 4.2)).toBeLessThan(0.01);
});

test("[P83] Play ends a fade-out; a pause during it is not a fade", async () => {
  engine.start({ ...soon(), clockSpeed: 10, isFadedOut: true, current: play("a.wav") });
  await engine.producedUntil(SECOND);

  engine.send({ kind: "set-playing", isPlaying: false });
  engine.send({ kind: "set-playing", isPlaying: true });
  await engine.event("faded", ({ direction }) => direction === "in");
  const heard = await engine.block(({ isSilentOnPurpose }) => !isSilentOnPurpose);
  await engine.producedUntil(heard.header.positionSamples + SECOND);
  const pcm = await engine.heard(at("play.mp3"));

  const from = heard.header.positionSamples + SECOND / 2;
  expect(levelDb(pcm, { from, count: SECOND / 4 })).toBeGreaterThan(-20);
});
