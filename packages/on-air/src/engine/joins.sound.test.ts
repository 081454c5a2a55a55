// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeTone, writeWave } from "../audio/test-sound.ts";
import type { CuePoints } from "../protocol/index.ts";
import { PROGRAMME_RATE_HZ, type EnginePlay } from "./engine-protocol.ts";
import { TestEngine } from "./test-engine.ts";
import { endDecks, TestMixer } from "./test-mixer.ts";

const run = promisify(execFile);
const SECOND = PROGRAMME_RATE_HZ;
const CROSSFADE_MS = 2000;
const noCues: CuePoints = { cueInMs: 0, cueOutMs: null, startNextMs: null, isDecay: false };
let folder = "";
let heard: TestMixer | undefined;
const at = (name: string): string => path.join(folder, name);

/** Largest step of a sine of half of full scale. */
const stepOf = (hz: number): number => (0.5 * 2 * Math.PI * hz) / SECOND;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "joins-"));
  const wave = async (name: string, at: (t: number) => number, seconds = 10): Promise<string> =>
    await writeWave({ file: path.join(folder, name), seconds, wave: at });
  // One ends at its peak, the other starts at its trough: the worst place for a cut.
  const crest = (hz: number, t: number): number => 0.5 * Math.cos(2 * Math.PI * hz * t);
  await wave("a.wav", (t) => crest(100, t));
  await wave("b.wav", (t) => -crest(150, t));
  await wave("short.wav", (t) => crest(150, t), 2);
  await wave("decay.wav", (t) => crest(100, t) * (t < 5 ? 1 : Math.exp((5 - t) * 1.5)));
  await wave("late.wav", (t) => (t < 3.1 ? 0 : crest(150, t)));
  await makeTone({ file: at("whole.flac"), hz: 440, seconds: 8 });
  const cut = ["-v", "error", "-y", "-i", at("whole.flac"), "-af"];
  await run("ffmpeg", [...cut, "atrim=end_sample=150001", at("part1.flac")]);
  await run("ffmpeg", [...cut, "atrim=start_sample=150001,asetpts=N", at("part2.flac")]);
});
afterAll(async () => {
  await endDecks();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  heard?.end();
  heard = undefined;
});

function play(
  name: string,
  cues: CuePoints | null,
  { number = 0, ...overrides }: { number?: number } & Partial<EnginePlay> = {},
): EnginePlay {
  const albumPlace = number === 0 ? null : { disc: "Album", number };
  return {
    playId: randomUUID(),
    source: { kind: "file", path: at(name), cues, albumPlace },
    gainDb: 0,
    offsetMs: cues?.cueInMs ?? 0,
    ...overrides,
  };
}

async function hear(
  current: EnginePlay,
  { next, seconds }: { readonly next: EnginePlay; readonly seconds: number },
): Promise<{ readonly pcm: Float32Array; readonly nextStart: number }> {
  heard = new TestMixer({ current, crossfadeMs: CROSSFADE_MS });
  heard.mixer.cue(next);
  const pcm = await heard.hear(seconds * SECOND);
  return { pcm, nextStart: heard.startOf(next) };
}

function largestStep(pcm: Float32Array, from = 1, until = pcm.length): number {
  let largest = 0;
  for (let index = from; index < until; index += 1)
    largest = Math.max(largest, Math.abs((pcm[index] ?? 0) - (pcm[index - 1] ?? 0)));
  return largest;
}

function rms(pcm: Float32Array, fromSeconds: number, seconds: number): number {
  const part = pcm.subarray(fromSeconds * SECOND, (fromSeconds + seconds) * SECOND);
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

test("[P16] the next track starts at the start-next of the one on air, from its own cue-in", async () => {
  const a = play("decay.wav", { ...noCues, cueOutMs: 8000, startNextMs: 5500, isDecay: true });
  const b = play("late.wav", { ...noCues, cueInMs: 3000 });

  const { pcm, nextStart } = await hear(a, { next: b, seconds: 10 });

  expect(nextStart).toBe(5.5 * SECOND - 3 * SECOND);
  // Its first sound is a tenth of a second after the cue-in.
  const alone = heard?.events.find((event) => event.kind === "play.ended");
  expect(alone).toMatchObject({ playId: a.playId, reason: "finished", playedSamples: 8 * SECOND });
  expect(rms(pcm, 8.5, 1)).toBeCloseTo(0.5 / Math.SQRT2, 3);
});

test("[P14] a file that ends before its cue-in, e.g. after a replacement, is played whole", async () => {
  const stale = { cueInMs: 6000, cueOutMs: 9000, startNextMs: 8000, isDecay: true };
  const a = play("decay.wav", { ...noCues, cueOutMs: 5000 });

  const { pcm, nextStart } = await hear(a, { next: play("short.wav", stale), seconds: 6 });

  expect(nextStart).toBeGreaterThan(3 * SECOND);
  expect(nextStart).toBeLessThanOrEqual(5 * SECOND);
  expect(rms(pcm, 5.1, 0.5)).toBeCloseTo(0.5 / Math.SQRT2, 2);
  expect(heard?.events.filter(({ kind }) => kind === "cue.failed")).toEqual([]);
});

describe("[P16] a file replaced while it waits is heard whole in its new version", () => {
  const old = { cueInMs: 1000, cueOutMs: 3000, startNextMs: 2500, isDecay: true };
  const low = (t: number): number => 0.5 * Math.sin(2 * Math.PI * 100 * t);
  const high = (t: number): number => 0.5 * Math.sin(2 * Math.PI * 300 * t);
  const write = async (name: string, wave: (t: number) => number, seconds = 4) =>
    await writeWave({ file: at(name), seconds, wave });

  let opened = 0;
  async function openedAgain(): Promise<void> {
    const isOpened = (): boolean => {
      heard?.mixer.poll();
      return (heard?.opened ?? 0) > opened;
    };
    await expect.poll(isOpened).toBe(true);
    opened = heard?.opened ?? 0;
  }

  /**
   * Cues it behind another, changes it, and listens to both. @returns how long it was on air, and the tone of its first
   * second
   */
  async function hearReplaced(change: () => Promise<unknown>) {
    await write("waits.wav", low);
    const waits = play("waits.wav", old);
    heard = new TestMixer({ current: play("a.wav", null), crossfadeMs: 0 });
    heard.mixer.cue(waits);
    await heard.hear(SECOND);
    ({ opened } = heard);
    await change();
    await openedAgain();
    const pcm = await heard.hear(18 * SECOND);
    const ended = heard.events.find(
      (event) => event.kind === "play.ended" && event.playId === waits.playId,
    );
    const begin = 10.2 * SECOND;
    const crossings = pcm
      .subarray(begin, begin + SECOND)
      .reduce(
        (sum, value, index, all) => sum + (value < 0 && (all[index + 1] ?? 0) >= 0 ? 1 : 0),
        0,
      );
    return { ended, hz: crossings };
  }

  test("by another recording at its path", async () => {
    const { ended, hz } = await hearReplaced(async () => await write("waits.wav", high, 5));

    expect(Math.abs(hz - 300)).toBeLessThan(3);
    expect(ended).toMatchObject({ reason: "finished", playedSamples: 5 * SECOND });
  });

  test("by a rename, after a moment without it", async () => {
    const { ended, hz } = await hearReplaced(async () => {
      await write("new.wav", high, 5);
      await rm(at("waits.wav"));
      await rename(at("new.wav"), at("waits.wav"));
    });

    expect(Math.abs(hz - 300)).toBeLessThan(3);
    expect(ended).toMatchObject({ playedSamples: 5 * SECOND });
  });

  test("by a recording of the same length that is read in other pieces", async () => {
    await write("waits.wav", low, 30);
    const waits = play("waits.wav", old);
    heard = new TestMixer({ current: play("a.wav", null), crossfadeMs: 0 });
    heard.mixer.cue(waits);
    await heard.hear(SECOND);
    ({ opened } = heard);
    await writeWave({ file: at("waits.wav"), seconds: 30, wave: high, sampleRateHz: 48_000 });
    await openedAgain();
    const programme = heard.mixer;
    const isReady = (): boolean => {
      programme.poll();
      return programme.isStartable;
    };
    await expect.poll(isReady).toBe(true);

    expect(heard.events.filter(({ kind }) => kind === "cue.failed")).toEqual([]);
  });

  test("by the same sound with other tags: its cue points hold", async () => {
    const { ended, hz } = await hearReplaced(async () => await write("waits.wav", low));

    expect(Math.abs(hz - 100)).toBeLessThan(3);
    expect(ended).toMatchObject({ playedSamples: 2 * SECOND });
  });
});

test("[P94] a file with an offset is heard without it from its first sample; any other is unchanged to the bit", async () => {
  const tone = (t: number): number => 0.25 * Math.sin(2 * Math.PI * 441 * t);
  await writeWave({ file: at("offset.wav"), seconds: 4, wave: (t) => tone(t) + 0.3 });
  await writeWave({ file: at("plain.wav"), seconds: 4, wave: tone });
  const heardOf = async (current: EnginePlay): Promise<Float32Array> => {
    heard = new TestMixer({ current, crossfadeMs: 0 });
    const pcm = await heard.hear(3 * SECOND);
    heard.end();
    return pcm.subarray(0, 3 * SECOND);
  };
  const offset = play("offset.wav", null);
  const filtered = await heardOf({
    ...offset,
    source: {
      kind: "file",
      path: at("offset.wav"),
      cues: null,
      albumPlace: null,
      hasDcOffset: true,
    },
  });
  const left = await heardOf(play("plain.wav", null));

  // The initial fade-in is 5 ms long.
  const from = 0.01 * SECOND;
  expect(Math.max(...filtered.subarray(from, from + SECOND))).toBeLessThan(0.27);
  expect(Math.min(...filtered.subarray(from, from + SECOND))).toBeGreaterThan(-0.27);
  const exact = Float32Array.from({ length: 3 * SECOND }, (_, index) => tone(index / SECOND));
  expect(left.subarray(from)).toEqual(exact.subarray(from));
});

test("[P17] tracks overlap by 8 s at most, and never by more than half of either", async () => {
  const a = play("a.wav", { ...noCues, startNextMs: 1000, isDecay: true });

  await hear(a, { next: play("late.wav", noCues), seconds: 10 });
  const long = heard?.events.find((event) => event.kind === "play.ended");
  heard?.end();
  await hear(a, { next: play("short.wav", noCues), seconds: 4 });
  const short = heard?.events.find((event) => event.kind === "play.ended");

  // Half of its own 10 s; half of the other's 2 s.
  expect(long).toMatchObject({ playId: a.playId, playedSamples: 6 * SECOND });
  expect(short).toMatchObject({ playId: a.playId, playedSamples: 2 * SECOND });
});

test("[P18] after an ending that has died away the next track is at full level at once, and nothing swells", async () => {
  const a = play("decay.wav", { ...noCues, cueOutMs: 8000, startNextMs: 6000, isDecay: true });

  const { pcm } = await hear(a, { next: play("b.wav", noCues), seconds: 9 });

  const full = 0.5 / Math.SQRT2;
  expect(rms(pcm, 6.01, 0.2)).toBeGreaterThan(full * 0.95);
  expect(rms(pcm, 6, 2)).toBeLessThan(full * 1.1);
});

test("[P19] tracks with unknown endings fade into each other at constant power", async () => {
  const { pcm, nextStart } = await hear(play("a.wav", null), {
    next: play("b.wav", null),
    seconds: 11,
  });

  expect(nextStart).toBe(8 * SECOND);
  for (let second = 7.5; second < 10.5; second += 0.1)
    expect(Math.abs(20 * Math.log10(rms(pcm, second, 0.2) / (0.5 / Math.SQRT2)))).toBeLessThan(0.6);
});

test("[P20] an operator's cue-out ends a track there, with a crossfade before it", async () => {
  const a = play("a.wav", { ...noCues, cueOutMs: 5000 });

  const { nextStart } = await hear(a, { next: play("b.wav", noCues), seconds: 6 });

  expect(nextStart).toBe(3 * SECOND);
});

test("[P25] an operator's cue-in, fades, start-next and cue-out are what is heard", async () => {
  const own = { cueInMs: 2000, cueOutMs: 6000, startNextMs: 4500, isDecay: false };
  const a = play("a.wav", { ...own, fadeInMs: 1000, fadeOutMs: 1000 });
  // Silent at first, so that the end of the previous one is heard alone.
  const b = play("late.wav", noCues);

  const { pcm, nextStart } = await hear(a, { next: b, seconds: 8 });

  const full = 0.5 / Math.SQRT2;
  const ended = heard?.events.find((event) => event.kind === "play.ended");
  expect(nextStart).toBe(2.5 * SECOND);
  expect(ended).toMatchObject({ playId: a.playId, playedSamples: 4 * SECOND });
  expect(rms(pcm, 0.48, 0.04)).toBeCloseTo(full * Math.SQRT1_2, 1);
  expect(rms(pcm, 1, 1.5)).toBeCloseTo(full, 3);
  // The next one has started, and the fade-out has not.
  expect(rms(pcm, 2.6, 0.4)).toBeCloseTo(full, 3);
  expect(rms(pcm, 3.48, 0.04)).toBeCloseTo(full * Math.SQRT1_2, 1);
  expect(rms(pcm, 4.01, 1)).toBe(0);
  expect(largestStep(pcm, 1, 5 * SECOND)).toBeLessThan(stepOf(100) * 1.02);
});

test("[P21] consecutive album tracks with sound at the join continue sample by sample", async () => {
  const whole = await hear(play("whole.flac", noCues), { next: play("b.wav", noCues), seconds: 7 });
  heard?.end();
  const cues = { ...noCues, startNextMs: 3000, isDecay: true };

  const { pcm, nextStart } = await hear(play("part1.flac", cues, { number: 4 }), {
    next: play("part2.flac", cues, { number: 5 }),
    seconds: 5,
  });

  expect(nextStart).toBe(150_001);
  const differences = pcm
    .subarray(0, 5 * SECOND)
    .map((value, index) => Math.abs(value - (whole.pcm[index] ?? 0)));
  expect(Math.max(...differences.subarray(140_000, 160_000))).toBe(0);
});

test("[P21] tracks that join without a seam share one gain at the join, then move slowly to that of their album", async () => {
  const cues = { ...noCues, startNextMs: 3000, isDecay: true };
  const own = play("part1.flac", cues, { number: 4, gainDb: 3, albumGainDb: 0 });
  const { pcm, nextStart } = await hear(own, {
    next: play("part2.flac", cues, { number: 5, gainDb: -6, albumGainDb: 0 }),
    seconds: 8,
  });

  expect(nextStart).toBe(150_001);
  expect(largestStep(pcm, nextStart - 50, nextStart + 50)).toBeLessThan(stepOf(440) * 1.25);
  const levels = [0.1, 3.2, 3.5, 6.5].map((second) => rms(pcm, second, 0.1));
  const inDb = levels.map((level) => 20 * Math.log10(level * 2 * Math.SQRT2));
  expect(inDb[0]).toBeCloseTo(3, 0);
  expect((inDb[1] ?? 0) - (inDb[2] ?? 0)).toBeLessThan(0.3);
  expect(inDb[3]).toBeCloseTo(0, 1);
});

test("[P21] an album track played with its album gain from the start is unchanged to the bit", async () => {
  const whole = await hear(play("whole.flac", noCues, { gainDb: -2 }), {
    next: play("b.wav", noCues),
    seconds: 7,
  });
  heard?.end();
  const cues = { ...noCues, startNextMs: 3000, isDecay: true };

  const { pcm } = await hear(play("part1.flac", cues, { number: 4, gainDb: -2, albumGainDb: -2 }), {
    next: play("part2.flac", cues, { number: 5, gainDb: 1, albumGainDb: -2 }),
    seconds: 5,
  });

  const differences = pcm
    .subarray(0, 5 * SECOND)
    .map((value, index) => Math.abs(value - (whole.pcm[index] ?? 0)));
  expect(Math.max(...differences.subarray(140_000, 160_000))).toBe(0);
});

test.each([
  ["is of another disc", { albumPlace: { disc: "Another", number: 5 } }],
  ["is not the next number", { albumPlace: { disc: "Album", number: 6 } }],
  ["begins with silence", { cues: { ...noCues, cueInMs: 500 } }],
  ["was never measured", { cues: null }],
])("[P21] tracks join like any others when the second %s", async (_, overrides) => {
  const a = play("part1.flac", { ...noCues, startNextMs: 2000, isDecay: true }, { number: 4 });
  const b = play("part2.flac", noCues, { number: 5 });
  if (b.source.kind === "feed") throw new Error("a file");
  const source = { ...b.source, ...overrides };

  const { nextStart } = await hear(a, {
    next: { ...b, source, offsetMs: source.cues?.cueInMs ?? 0 },
    seconds: 4,
  });

  expect(nextStart).toBeLessThanOrEqual(2 * SECOND);
});

const cold = { ...noCues, startNextMs: 10_000, isDecay: true };
test.each([
  ["a cold end at the end of the file", cold, noCues],
  ["a cut in the middle of a note", { ...noCues, cueOutMs: 5001, startNextMs: 5001 }, noCues],
  ["a cue-in in the middle of a note", cold, { ...noCues, cueInMs: 2000 }],
  ["an end without any fade", { ...cold, cueOutMs: 6001, startNextMs: 4000, fadeOutMs: 0 }, noCues],
  ["a beginning without any fade", cold, { ...noCues, fadeInMs: 0 }],
  ["a decay cut by a cue-out", { ...cold, cueOutMs: 6000, startNextMs: 4000 }, noCues],
])("[P22] there is no click at %s", async (_, cues, nextCues) => {
  const { pcm, nextStart } = await hear(play("a.wav", cues), {
    next: play("b.wav", nextCues),
    seconds: 11,
  });

  const joint = nextStart + nextCues.cueInMs * (SECOND / 1000);
  const step = largestStep(pcm, joint - SECOND / 10, Math.min(pcm.length, joint + 3 * SECOND));
  // While both are audible their own steps add up.
  expect(step).toBeLessThan((stepOf(100) + stepOf(150)) * 1.02);
});

test("[P22] a skip and a restart do not click either, and a restart starts at the cue-in", async () => {
  const a = play("a.wav", { ...cold, cueInMs: 1000 });
  const again = randomUUID();
  heard = new TestMixer({ current: a, crossfadeMs: CROSSFADE_MS });
  await heard.hear(2.003 * SECOND);

  heard.mixer.restart(again);
  await heard.hear(4.003 * SECOND);
  heard.mixer.cue(play("b.wav", noCues));
  heard.mixer.skip({ playId: again, fadeMs: 0 });
  const pcm = await heard.hear(6 * SECOND);

  const restarted = heard.startOf({ ...a, playId: again });
  expect(Math.abs(restarted - 1 * SECOND)).toBeLessThan(0.1 * SECOND);
  expect(largestStep(pcm, SECOND)).toBeLessThan((stepOf(100) + stepOf(150)) * 1.02);
});

test("[P23] with nothing to follow a track ends at its cue-out", async () => {
  const a = play("a.wav", { ...noCues, cueOutMs: 5000, startNextMs: 4000 });
  heard = new TestMixer({ current: a, crossfadeMs: CROSSFADE_MS });

  await heard.hear(6 * SECOND);

  expect(heard.mixer.isEmergency).toBe(true);
  expect(heard.events.at(-1)).toMatchObject({ kind: "play.ended", playedSamples: 5 * SECOND });
});

test("[P21] a sine cut into two files reaches a listener without a phase jump", async () => {
  const engine = new TestEngine();
  try {
    const cues = { ...noCues, startNextMs: 3000, isDecay: true };
    const current = play("part1.flac", cues, { number: 1 });
    const next = play("part2.flac", cues, { number: 2 });
    // Paused until both are open: a fast clock would run past the seam first.
    engine.start({ current, bitrateKbps: 320, isPlaying: false });
    engine.cue(next);
    await engine.event("cue.ready");
    engine.send({ kind: "set-playing", isPlaying: true });
    const started = await engine.event("play.started", ({ playId }) => playId === next.playId);
    const seam = started.audioStartSamples;
    await engine.producedUntil(seam + 2 * SECOND);
    const pcm = await engine.heard(at("seam.mp3"));

    const left = pcm.filter((_, index) => index % 2 === 0);
    const around = [seam - SECOND / 10, seam + SECOND / 10] as const;
    expect(largestStep(left, ...around)).toBeLessThan(stepOf(440) * 1.02);
    const turned = phaseAt(left, seam + SECOND / 2, 440) - phaseAt(left, seam - SECOND, 440);
    expect(Math.abs(Math.sin(turned / 2))).toBeLessThan(0.01);
  } finally {
    await engine.end();
  }
});

/** Phase of a frequency with a whole number of turns per second, over half a second. */
function phaseAt(pcm: Float32Array, from: number, hz: number): number {
  let real = 0;
  let imaginary = 0;
  for (let index = from; index < from + SECOND / 2; index += 1) {
    const angle = (2 * Math.PI * hz * index) / SECOND;
    real += (pcm[index] ?? 0) * Math.cos(angle);
    imaginary -= (pcm[index] ?? 0) * Math.sin(angle);
  }
  return Math.atan2(imaginary, real);
}
