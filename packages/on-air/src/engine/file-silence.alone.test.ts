// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { CuePoints } from "../protocol/index.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { endDecks, TestMixer } from "./test-mixer.ts";

const SECOND = PROGRAMME_RATE_HZ;
let folder = "";
let tested: TestMixer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "silence-"));
  const hole = ["-af", "volume=0:enable='between(t,3,15)'"];
  await makeTone({ file: path.join(folder, "hole.wav"), hz: 440, seconds: 30, options: hole });
  const quiet = ["-af", "volume=-46dB:enable='between(t,3,17)'"];
  await makeTone({ file: path.join(folder, "quiet.wav"), hz: 440, seconds: 30, options: quiet });
});
afterAll(async () => {
  await endDecks();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  tested?.end();
  tested = undefined;
});

interface Silence {
  readonly file?: string;
  readonly cues?: CuePoints | null;
  readonly quietestDb?: number;
  readonly isFadedOut?: boolean;
}

/** Plays the tone, which is silent from 3 s to 15 s, for that long. @returns when it was reported silent, in s */
async function silentAt(
  seconds: number,
  { file = "hole.wav", cues = null, quietestDb = -120, isFadedOut = false }: Silence = {},
): Promise<readonly number[]> {
  const current: EnginePlay = {
    playId: randomUUID(),
    source: { kind: "file", path: path.join(folder, file), cues, albumPlace: null, quietestDb },
    gainDb: 0,
    offsetMs: 0,
  };
  tested = new TestMixer({ current, crossfadeMs: 0 });
  if (isFadedOut) tested.mixer.fade({ direction: "out", fadeMs: 500 });
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

test("[P90] a file is not silent where it is as quiet as measured", async () => {
  const file = "quiet.wav";

  expect(await silentAt(20, { file, quietestDb: -55 })).toEqual([]);
  expect(await silentAt(20, { file, quietestDb: -20 })).toEqual([11.5]);
});

test("[P90] a measured quiet ending is not called silent", async () => {
  const cues = { cueInMs: 0, cueOutMs: 30_000, startNextMs: 2900, isDecay: true };

  expect(await silentAt(20, { cues })).toEqual([]);
});

test("[P90] sound faded out on purpose is not called silent", async () => {
  expect(await silentAt(14, { isFadedOut: true })).toEqual([]);
});
