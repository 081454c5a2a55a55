// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { EnginePlay } from "./engine-protocol.ts";
import { TestEngine, wholeFile } from "./test-engine.ts";

let folder = "";
let engine: TestEngine;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "spare-decks-"));
  await makeTone({ file: path.join(folder, "long.wav"), hz: 440, seconds: 60 });
  await makeTone({ file: path.join(folder, "short.wav"), hz: 660, seconds: 9 });
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  engine = new TestEngine();
  await engine.event("ready");
});
afterEach(async () => await engine.end());

function play(name: string, offsetMs = 0): EnginePlay {
  const source = wholeFile(path.join(folder, name));
  return { playId: randomUUID(), source, gainDb: 0, offsetMs };
}

/** Cues a third play as soon as the second fades in over the first. @returns what happened first */
async function cueInCrossfade(second: EnginePlay): Promise<"the fade ended" | "the cue was ready"> {
  const [first, third] = [play("long.wav", 50_000), play("long.wav")];
  const dueNs = String(process.hrtime.bigint() + 1_000_000_000n);
  engine.start({ current: first, dueNs, crossfadeMs: 4000 });
  engine.cue(second);
  await engine.event("play.started", ({ playId }) => playId === second.playId);
  engine.cue(third);
  return await Promise.race([
    engine
      .event("play.ended", ({ playId }) => playId === first.playId)
      .then(() => "the fade ended" as const),
    engine
      .event("cue.ready", ({ playId }) => playId === third.playId)
      .then(() => "the cue was ready" as const),
  ]);
}

test("a play cued during a crossfade gets the deck of the outgoing one, and no other thread starts", async () => {
  expect(await cueInCrossfade(play("long.wav"))).toBe("the fade ended");
});

test("a skip while paused in a crossfade goes to the play cued then", async () => {
  const [first, second, third] = [play("long.wav", 50_000), play("long.wav"), play("short.wav")];
  const dueNs = String(process.hrtime.bigint() + 1_000_000_000n);
  engine.start({ current: first, dueNs, crossfadeMs: 4000, clockSpeed: 2 });
  engine.cue(second);
  await engine.event("play.started", ({ playId }) => playId === second.playId);
  engine.cue(third);
  engine.send({ kind: "set-playing", isPlaying: false });
  await engine.block((header) => header.isSilentOnPurpose);

  engine.send({ kind: "skip", playId: second.playId, fadeMs: 100 });

  const started = await engine.event("play.started", ({ playId }) => playId === third.playId);
  expect(started.playId).toBe(third.playId);
});

test("a play that takes over while one is on air and one is cued gets a spare deck", async () => {
  const [current, cued, taken] = [play("long.wav"), play("long.wav"), play("short.wav")];
  const dueNs = String(process.hrtime.bigint() + 1_000_000_000n);
  engine.start({ current, dueNs, clockSpeed: 5 });
  engine.cue(cued);
  await engine.event("cue.ready");

  engine.send({ kind: "take", play: taken, fadeMs: 100 });
  await engine.event("play.started", ({ playId }) => playId === taken.playId);
  await engine.event("play.started", ({ playId }) => playId === cued.playId);

  const started = engine.events.flatMap((event) =>
    event.kind === "play.started" ? [event.playId] : [],
  );
  expect(started).toEqual([current.playId, taken.playId, cued.playId]);
});
