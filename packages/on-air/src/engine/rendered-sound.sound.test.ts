// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDecoder } from "../audio/decoder.ts";
import { writeWave } from "../audio/test-sound.ts";
import type { CuePoints, PlayableTrack } from "../protocol/index.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { renderSound } from "./rendered-sound.ts";

const SECOND = PROGRAMME_RATE_HZ;
const FULL = 0.5 / Math.SQRT2;
const cues: CuePoints = { cueInMs: 0, cueOutMs: null, startNextMs: null, isDecay: false };
const piece = { longestMs: 40_000, afterJoinMs: 2000 };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rendered-"));
  const tone = (t: number): number => 0.5 * Math.sin(2 * Math.PI * 440 * t);
  await writeWave({ file: path.join(folder, "a.wav"), seconds: 10, wave: tone });
  // Silent at first, so that the end of the previous one is heard alone.
  await writeWave({
    file: path.join(folder, "late.wav"),
    seconds: 10,
    wave: (t) => (t < 1 ? 0 : tone(t)),
  });
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

function track(name: string, overrides: Partial<PlayableTrack> = {}): PlayableTrack {
  return {
    kind: "file",
    trackId: randomUUID(),
    path: path.join(folder, name),
    title: name,
    artist: "Test",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: 10_000,
    gainDb: 0,
    cues,
    ...overrides,
  };
}

async function left(sound: Buffer): Promise<Float32Array> {
  const file = path.join(folder, `${randomUUID()}.mp3`);
  await writeFile(file, sound);
  const decoder = openDecoder(file);
  const samples: number[] = [];
  try {
    for (let read = decoder.read(); read !== undefined; read = decoder.read())
      for (let at = 0; at < read.length; at += 2) samples.push(read[at] ?? 0);
  } finally {
    decoder.close();
  }
  return Float32Array.from(samples);
}

function rms(pcm: Float32Array, fromSeconds: number, seconds: number): number {
  const part = pcm.subarray(fromSeconds * SECOND, (fromSeconds + seconds) * SECOND);
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

test("a join is rendered as it would be on air, from the requested position, with the join's position", async () => {
  const own = { ...cues, cueOutMs: 6000, startNextMs: 4000, fadeOutMs: 1000 };
  const first = track("a.wav", { cues: own, gainDb: -6 });

  const rendered = await renderSound({
    ...piece,
    track: first,
    fromMs: 1000,
    next: track("late.wav"),
  });

  if (rendered.kind !== "rendered") throw new Error(rendered.reason);
  const pcm = await left(rendered.sound);
  const quiet = FULL * 10 ** (-6 / 20);
  expect(rendered.joinAtMs).toBe(3000);
  expect(pcm.length / SECOND).toBeCloseTo(5, 0);
  // MP3 loses a little.
  expect(rms(pcm, 1, 1)).toBeCloseTo(quiet, 1);
  expect(rms(pcm, 3.1, 0.8)).toBeCloseTo(quiet, 1);
  // The next one is heard from its second second on, over the fading one.
  expect(rms(pcm, 4.48, 0.04)).toBeGreaterThan(quiet * 1.1);
});

test("a track alone ends at its cue-out, and a rendered piece at its maximum length", async () => {
  const cut = track("a.wav", { cues: { ...cues, cueOutMs: 3000 } });

  const toEnd = await renderSound({ ...piece, track: cut, fromMs: 1000, next: null });
  const short = await renderSound({
    ...piece,
    longestMs: 1000,
    track: track("a.wav"),
    fromMs: 0,
    next: null,
  });

  if (toEnd.kind !== "rendered" || short.kind !== "rendered") throw new Error("it was refused");
  expect(toEnd.joinAtMs).toBeNull();
  expect((await left(toEnd.sound)).length / SECOND).toBeCloseTo(2, 0);
  expect((await left(short.sound)).length / SECOND).toBeCloseTo(1, 0);
});

test("an unreadable file is refused with its reason", async () => {
  await writeFile(path.join(folder, "broken.wav"), "this is no sound");

  const rendered = await renderSound({
    ...piece,
    track: track("a.wav", { cues: { ...cues, startNextMs: 2000 } }),
    fromMs: 0,
    next: track("broken.wav"),
  });

  expect(rendered.kind).toBe("refused");
});
