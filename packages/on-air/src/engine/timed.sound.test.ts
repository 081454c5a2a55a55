// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { writeWave } from "../audio/test-sound.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { endDecks, TestMixer } from "./test-mixer.ts";

const SECOND = PROGRAMME_RATE_HZ;
/** In the middle of a frame. */
const AT_SAMPLES = Math.round(5.123 * SECOND);
let folder = "";
let heard: TestMixer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "timed-"));
  await makeTone("low.wav", { hz: 100, seconds: 20 });
  await makeTone("short.wav", { hz: 100, seconds: 4.8 });
  await makeTone("jingle.wav", { hz: 5000, seconds: 3 });
});
afterAll(async () => {
  await endDecks();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  heard?.end();
  heard = undefined;
});

async function makeTone(
  name: string,
  { hz, seconds }: { readonly hz: number; readonly seconds: number },
): Promise<void> {
  const wave = (t: number): number => 0.3 * Math.cos(2 * Math.PI * hz * t);
  await writeWave({ file: path.join(folder, name), seconds, wave });
}

function play(name: string): EnginePlay {
  const file = path.join(folder, name);
  const source = { kind: "file", path: file, cues: null, albumPlace: null } as const;
  return { playId: randomUUID(), source, gainDb: 0, offsetMs: 0 };
}

function programmeWith(current: EnginePlay): TestMixer {
  heard = new TestMixer({ current, crossfadeMs: 2000 });
  return heard;
}

/** Amplitude of the 5 kHz tone in a stretch of sound. */
function jingleIn(pcm: Float32Array, from: number, samples: number): number {
  let [real, imaginary] = [0, 0];
  for (let index = 0; index < samples; index += 1) {
    const angle = (2 * Math.PI * 5000 * index) / SECOND;
    real += (pcm[from + index] ?? 0) * Math.cos(angle);
    imaginary += (pcm[from + index] ?? 0) * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / samples;
}

/** Whole waves of both tones. */
const TENTH = SECOND / 10;

test("[P28] a timed play starts at its sample and is heard in full at once; the former play is gone a second later", async () => {
  const programme = programmeWith(play("low.wav"));
  const jingle = play("jingle.wav");
  programme.mixer.take({ play: jingle, fadeMs: 1000, atSamples: AT_SAMPLES });

  const pcm = await programme.hear(8 * SECOND);

  expect(programme.startOf(jingle)).toBe(AT_SAMPLES);
  expect(jingleIn(pcm, AT_SAMPLES - TENTH, TENTH)).toBeLessThan(0.001);
  expect(jingleIn(pcm, AT_SAMPLES + 441, TENTH)).toBeCloseTo(0.3, 2);
  const afterwards = pcm.slice(AT_SAMPLES + 1.1 * SECOND, AT_SAMPLES + 1.2 * SECOND);
  const loudest = Math.max(...afterwards.map(Math.abs));
  expect(loudest).toBeLessThan(0.31);
});

test("[P28] a crossfade running at that moment is cut short", async () => {
  const programme = programmeWith(play("short.wav"));
  const next = play("low.wav");
  const jingle = play("jingle.wav");
  programme.mixer.cue(next);
  // The 2 s crossfade starts at 2.8 s.
  const atSamples = Math.round(3.7 * SECOND);
  programme.mixer.take({ play: jingle, fadeMs: 1000, atSamples });

  const pcm = await programme.hear(6 * SECOND);

  expect(programme.startOf(next)).toBeLessThan(3 * SECOND);
  expect(programme.startOf(jingle)).toBe(atSamples);
  expect(jingleIn(pcm, atSamples + 441, TENTH)).toBeCloseTo(0.3, 2);
});

test("[P28] until then the cue comes on air as usual, and a changed time applies", async () => {
  const programme = programmeWith(play("short.wav"));
  const next = play("low.wav");
  const jingle = play("jingle.wav");
  programme.mixer.cue(next);
  programme.mixer.take({ play: jingle, fadeMs: 1000, atSamples: 30 * SECOND });
  await programme.hear(6 * SECOND);
  const cuedStart = programme.startOf(next);
  const atSamples = Math.round(7.5 * SECOND);

  programme.mixer.take({ play: jingle, fadeMs: 1000, atSamples });
  await programme.hear(9 * SECOND);

  expect(cuedStart).toBeLessThan(3 * SECOND);
  expect(programme.startOf(jingle)).toBe(atSamples);
});

test("[P28] a cancelled timed play is not heard", async () => {
  const programme = programmeWith(play("low.wav"));
  programme.mixer.take({ play: play("jingle.wav"), fadeMs: 1000, atSamples: AT_SAMPLES });
  await programme.hear(2 * SECOND);

  programme.mixer.take({ play: null, fadeMs: 0 });
  const pcm = await programme.hear(8 * SECOND);

  expect(jingleIn(pcm, AT_SAMPLES + 441, TENTH)).toBeLessThan(0.001);
});
