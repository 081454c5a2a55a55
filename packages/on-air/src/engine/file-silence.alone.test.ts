// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { CuePoints } from "../protocol/index.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { endDecks, TestProgramme } from "./test-programme.ts";

const SECOND = PROGRAMME_RATE_HZ;
let folder = "";
let tested: TestProgramme | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "silence-"));
  const hole = ["-af", "volume=0:enable='between(t,3,15)'"];
  await makeTone({ file: path.join(folder, "hole.wav"), hz: 440, seconds: 30, options: hole });
});
afterAll(async () => {
  await endDecks();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  tested?.end();
  tested = undefined;
});

/** Plays the tone that is silent from 3 s to 15 s of it, for that long. @returns when it was called silent, in s */
async function silentAt(
  seconds: number,
  { cues = null, isFadedOut = false }: { cues?: CuePoints | null; isFadedOut?: boolean } = {},
): Promise<readonly number[]> {
  const current: EnginePlay = {
    playId: randomUUID(),
    source: { kind: "file", path: path.join(folder, "hole.wav"), cues, albumPlace: null },
    gainDb: 0,
    offsetMs: 0,
  };
  tested = new TestProgramme({ current, crossfadeMs: 0 });
  if (isFadedOut) tested.programme.fade({ direction: "out", fadeMs: 500 });
  const times: number[] = [];
  for (let heard = 0.5; heard <= seconds; heard += 0.5) {
    await tested.hear(heard * SECOND);
    if (times.length === 0 && tested.events.some(({ kind }) => kind === "play.silent"))
      times.push(heard);
  }
  expect(tested.events.filter(({ kind }) => kind === "play.silent")).toHaveLength(times.length);
  return times;
}

test("[P90] a file that is silent for 8 s where it should sound is reported once", async () => {
  expect(await silentAt(20)).toEqual([11.5]);
});

test("[P90] a quiet ending that was measured is its own affair", async () => {
  const cues = { cueInMs: 0, cueOutMs: 30_000, startNextMs: 2900, isDecay: true };

  expect(await silentAt(20, { cues })).toEqual([]);
});

test("[P90] what is faded out on purpose is not called silent", async () => {
  expect(await silentAt(14, { isFadedOut: true })).toEqual([]);
});
