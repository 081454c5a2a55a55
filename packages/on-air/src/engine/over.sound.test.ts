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
/** Whole waves of all tones. */
const TENTH = SECOND / 10;
/** In the middle of a frame. */
const AT_SAMPLES = Math.round(3.123 * SECOND);
const hz = { dj: 100, item: 5000, other: 3000, track: 1000 } as const;
const LOUD = 0.3;
/** Level of a DJ lowered by 15 dB. */
const LOWERED = LOUD * 10 ** (-15 / 20);
let folder = "";
let heard: TestMixer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "over-"));
  await makeTone("dj", { hz: hz.dj, seconds: 20 });
  await makeTone("short-dj", { hz: hz.dj, seconds: 4.5 });
  await makeTone("item", { hz: hz.item, seconds: 3 });
  await makeTone("other", { hz: hz.other, seconds: 2 });
  await makeTone("track", { hz: hz.track, seconds: 20 });
});
afterAll(async () => {
  await endDecks();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  heard?.end();
  heard = undefined;
});

const fileOf = (name: string) => path.join(folder, `${name}.wav`);

async function makeTone(
  name: string,
  { hz, seconds }: { readonly hz: number; readonly seconds: number },
): Promise<void> {
  const wave = (t: number): number => LOUD * Math.cos(2 * Math.PI * hz * t);
  await writeWave({ file: fileOf(name), seconds, wave });
}

function play(name: string): EnginePlay {
  const source = { kind: "file", path: fileOf(name), cues: null, albumPlace: null } as const;
  return { playId: randomUUID(), source, gainDb: 0, offsetMs: 0 };
}

function djPlay(): EnginePlay {
  const source = { kind: "feed", feedId: randomUUID(), isLive: true, format: null } as const;
  return { playId: randomUUID(), source, gainDb: 0, offsetMs: 0 };
}

/** @param name of the file that DJs send */
function withDj(name: "dj" | "short-dj"): TestMixer {
  heard = new TestMixer({ current: djPlay(), crossfadeMs: 1000, djFile: fileOf(name) });
  return heard;
}

/** Plays the item over the DJ, lowered by 15 dB. */
const over = (item: EnginePlay | null, atSamples?: number) =>
  ({ play: item, duckDb: 15, fadeMs: 1000, atSamples }) as const;

/** Amplitude of a tone in a tenth of a second from there on. */
function levelOf(tone: keyof typeof hz, pcm: Float32Array, from: number): number {
  let [real, imaginary] = [0, 0];
  const first = Math.round(from);
  for (let index = 0; index < TENTH; index += 1) {
    const angle = (2 * Math.PI * hz[tone] * index) / SECOND;
    real += (pcm[first + index] ?? 0) * Math.cos(angle);
    imaginary += (pcm[first + index] ?? 0) * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / TENTH;
}

const kindsOf = ({ events }: TestMixer, { playId }: EnginePlay) =>
  events.flatMap((event) => ("playId" in event && event.playId === playId ? [event.kind] : []));

test("[P38] an item is heard over the DJ from its sample on, and the DJ is lowered from 0.3 s before it to its end", async () => {
  const programme = withDj("dj");
  const item = play("item");
  programme.mixer.over(over(item, AT_SAMPLES));

  const pcm = await programme.hear(8 * SECOND);

  const end = AT_SAMPLES + 3 * SECOND;
  expect(levelOf("dj", pcm, AT_SAMPLES - 0.45 * SECOND)).toBeCloseTo(LOUD, 2);
  expect(levelOf("item", pcm, AT_SAMPLES - TENTH)).toBeLessThan(0.001);
  for (const from of [AT_SAMPLES, AT_SAMPLES + SECOND, end - 1.2 * TENTH]) {
    expect(levelOf("item", pcm, from)).toBeCloseTo(LOUD, 2);
    expect(levelOf("dj", pcm, from)).toBeCloseTo(LOWERED, 2);
  }
  expect(levelOf("dj", pcm, end + 0.31 * SECOND)).toBeCloseTo(LOUD, 2);
  expect(levelOf("item", pcm, end)).toBeLessThan(0.001);
  expect(programme.events).toContainEqual({
    kind: "over.started",
    playId: item.playId,
    audioStartSamples: AT_SAMPLES,
  });
  expect(programme.events).toContainEqual({
    kind: "play.ended",
    playId: item.playId,
    playedSamples: 3 * SECOND,
    reason: "finished",
    detail: null,
  });
  expect(kindsOf(programme, item)).toEqual(["over.started", "play.ended"]);
});

test("[P39] when the DJ leaves, the item goes on at its level, once, and the cue follows it", async () => {
  const programme = withDj("short-dj");
  const [item, cued] = [play("item"), play("track")];
  programme.mixer.cue(cued);
  programme.mixer.over(over(item, AT_SAMPLES));

  const pcm = await programme.hear(9 * SECOND);

  const end = AT_SAMPLES + 3 * SECOND;
  for (let from = AT_SAMPLES; from < end - SECOND - TENTH; from += TENTH)
    expect(levelOf("item", pcm, from)).toBeCloseTo(LOUD, 2);
  expect(levelOf("dj", pcm, 4.6 * SECOND)).toBeLessThan(0.001);
  expect(programme.startOf(cued)).toBe(end - SECOND);
  expect(levelOf("track", pcm, end + TENTH)).toBeCloseTo(LOUD, 2);
  expect(kindsOf(programme, item)).toEqual(["over.started", "over.alone", "play.ended"]);
});

test("[P38] without a DJ the item takes over at its sample, in full, and the former play is gone a second later", async () => {
  heard = new TestMixer({ current: play("track"), crossfadeMs: 1000 });
  const item = play("item");
  heard.mixer.over(over(item, AT_SAMPLES));

  const pcm = await heard.hear(6 * SECOND);

  expect(heard.startOf(item)).toBe(AT_SAMPLES);
  expect(levelOf("item", pcm, AT_SAMPLES + 441)).toBeCloseTo(LOUD, 2);
  expect(levelOf("track", pcm, AT_SAMPLES - TENTH)).toBeCloseTo(LOUD, 2);
  expect(levelOf("track", pcm, AT_SAMPLES + SECOND)).toBeLessThan(0.001);
});

test("[P38] a second item over the DJ starts at its sample, and the first is gone a second later", async () => {
  const programme = withDj("dj");
  const [item, other] = [play("item"), play("other")];
  programme.mixer.over(over(item, AT_SAMPLES));
  await programme.hear(AT_SAMPLES + TENTH);
  const at = AT_SAMPLES + SECOND;

  programme.mixer.over(over(other, at));
  const pcm = await programme.hear(9 * SECOND);

  expect(levelOf("other", pcm, at)).toBeCloseTo(LOUD, 2);
  expect(levelOf("item", pcm, at - TENTH)).toBeCloseTo(LOUD, 2);
  expect(levelOf("item", pcm, at + SECOND)).toBeLessThan(0.001);
  expect(levelOf("dj", pcm, at + 0.5 * SECOND)).toBeCloseTo(LOWERED, 2);
  expect(levelOf("dj", pcm, at + 2.31 * SECOND)).toBeCloseTo(LOUD, 2);
  expect(programme.events).toContainEqual({
    kind: "play.ended",
    playId: item.playId,
    playedSamples: 2 * SECOND,
    reason: "skipped",
    detail: null,
  });
});

test("[P38] an item that interrupts takes over from both, in full", async () => {
  const programme = withDj("dj");
  const [item, other] = [play("item"), play("other")];
  programme.mixer.over(over(item, AT_SAMPLES));
  const at = AT_SAMPLES + SECOND;
  programme.mixer.take({ play: other, fadeMs: 1000, atSamples: at });

  const pcm = await programme.hear(6 * SECOND);

  expect(levelOf("other", pcm, at + 441)).toBeCloseTo(LOUD, 2);
  expect(levelOf("item", pcm, at + SECOND)).toBeLessThan(0.001);
  expect(levelOf("dj", pcm, at + SECOND)).toBeLessThan(0.001);
});

test("[P38] one DJ takes over from another below the item", async () => {
  const programme = withDj("dj");
  const item = play("item");
  programme.mixer.over(over(item, AT_SAMPLES));
  await programme.hear(AT_SAMPLES + TENTH);

  programme.mixer.take({ play: djPlay(), fadeMs: 200 });
  const pcm = await programme.hear(AT_SAMPLES + 2.5 * SECOND);

  expect(levelOf("item", pcm, AT_SAMPLES + 2 * SECOND)).toBeCloseTo(LOUD, 2);
  expect(levelOf("dj", pcm, AT_SAMPLES + 2 * SECOND)).toBeCloseTo(LOWERED, 2);
  expect(kindsOf(programme, item)).toEqual(["over.started"]);
});

test("[P38] a late item starts at once, and the DJ is lowered within 0.3 s", async () => {
  const programme = withDj("dj");
  await programme.hear(2 * SECOND);
  programme.mixer.over(over(play("item")));

  const pcm = await programme.hear(5 * SECOND);

  const started = programme.events.find(({ kind }) => kind === "over.started");
  const at = started?.kind === "over.started" ? started.audioStartSamples : Number.NaN;
  expect(levelOf("item", pcm, at)).toBeCloseTo(LOUD, 2);
  expect(levelOf("dj", pcm, at)).toBeGreaterThan(2 * LOWERED);
  expect(levelOf("dj", pcm, at + 0.31 * SECOND)).toBeCloseTo(LOWERED, 2);
});

test("[P38] a cancelled item over the DJ is not heard, and the DJ is not lowered", async () => {
  const programme = withDj("dj");
  programme.mixer.over(over(play("item"), AT_SAMPLES));
  await programme.hear(2 * SECOND);

  programme.mixer.over(over(null));
  const pcm = await programme.hear(6 * SECOND);

  expect(levelOf("item", pcm, AT_SAMPLES + TENTH)).toBeLessThan(0.001);
  expect(levelOf("dj", pcm, AT_SAMPLES + TENTH)).toBeCloseTo(LOUD, 2);
});

test("[P38] an unreadable file is reported, and the DJ goes on at full level", async () => {
  const programme = withDj("dj");
  const item = play("missing");
  programme.mixer.over(over(item, AT_SAMPLES));

  const pcm = await programme.hear(6 * SECOND);

  expect(kindsOf(programme, item)).toEqual(["cue.failed"]);
  expect(levelOf("dj", pcm, AT_SAMPLES + TENTH)).toBeCloseTo(LOUD, 2);
});
