// @module-tag ffmpeg
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { nowPlayingSchema, playSchema, queueItemSchema, trackSchema } from "@neonrelay/contract";
import { scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { levelDb, leadingTones } from "../src/tone-levels.ts";
import { decode, makeTone, withoutRepeats } from "../src/tones.ts";

const BITRATE_KBPS = 192;
/** At six times the speed a busy machine may hear the emergency loop between two tracks. */
const CLOCK_SPEED = 3;
/** With overlaps of 4 s, tracks change at many positions between two titles, not always at the same one. */
const SECONDS = 14.3;

/** One file per format, sample rate and channel count, each with its own tone. */
const files = [
  { name: "one.mp3", frequencyHz: 400 },
  { name: "two.flac", frequencyHz: 560, sampleRateHz: 48_000 },
  { name: "three.wav", frequencyHz: 780, sampleRateHz: 8000, channels: 1 },
  { name: "four.ogg", frequencyHz: 1090 },
  { name: "five.opus", frequencyHz: 1530, sampleRateHz: 48_000 },
  { name: "six.m4a", frequencyHz: 2140 },
  { name: "seven.flac", frequencyHz: 3000, sampleRateHz: 192_000 },
  { name: "eight.wav", frequencyHz: 4200, sampleRateHz: 44_100, channels: 8 },
] as const;
const frequenciesHz = files.map(({ frequencyHz }) => frequencyHz);

let music: string;
let station: TestStation;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  for (const file of files)
    await makeTone({
      ...file,
      file: path.join(music, file.name),
      seconds: SECONDS,
      title: titleOf(file),
    });
  station = await TestStation.start({ musicDirs: [music], clockSpeed: CLOCK_SPEED });
  await until(
    "the library holds every format",
    async () => (await tracksOf(station.visitor())).length === files.length,
    scanLimit,
  );
  // A new listener gets the last seconds first: they must not contain the start-up's emergency loop.
  await until("a whole track has been on air", async () => {
    const { body } = await station.visitor().call("GET", "/api/now-playing");
    return nowPlayingSchema.parse(body).history.length > 0;
  });
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test("every format plays in queue order, with its title in step and no gap", async () => {
  const operator = await station.operator();
  await using listener = new StreamListener(station.streamUrl);
  const tracks = await tracksOf(operator);
  for (const file of files) {
    const track = tracks.find(({ title }) => title === titleOf(file));
    const answer = await operator.call("POST", "/api/queue", { trackId: track?.id });
    expect(answer.status).toBe(200);
  }

  await until(
    "the whole queue has been on air",
    async () =>
      z.array(queueItemSchema).parse((await operator.call("GET", "/api/queue")).body).length === 0,
    { limitMs: 100_000 },
  );
  // The last of the queue has started; receive enough of it.
  await listener.receive({ bytes: listener.receivedBytes + BITRATE_KBPS * 125 * 8 });

  const { audio, titles } = await listener.heard();
  const sound = await decode(audio);
  const windowMs = 50;
  const tones = leadingTones(sound, { frequenciesHz, windowMs });
  const heard = withoutRepeats(tones);
  // Rotation may have continued since.
  expect(heard.join()).toContain(files.map(({ frequencyHz }) => frequencyHz).join());
  expect(longestSilenceMs(sound)).toBeLessThanOrEqual(50);

  // A title's block begins with the frame at the middle of the crossfade, and the title comes at the next metadata
  // position: at most one interval later. An error of a third of a dB in the two levels moves the middle of 4 s by 50
  // ms.
  const frameMs = 26;
  const latestMs = (16_000 * 8) / BITRATE_KBPS + frameMs + windowMs + 50;
  const flips = tones.flatMap((tone, index) =>
    index > 0 && tone !== tones[index - 1] ? [{ tone, atMs: index * windowMs }] : [],
  );
  // The first track fades in over the start-up's emergency loop, so its start can't be measured exactly.
  const ofTracks = titles.filter(({ title }) =>
    files.some((file) => title.endsWith(titleOf(file))),
  );
  // The rotation may have played the queue's first track just before: the title is announced again, the tone continues.
  const changes = ofTracks
    .filter(({ title }, index) => index > 0 && title !== ofTracks[index - 1]?.title)
    .map(({ atByte, title }) => ({ title, atMs: (atByte * 8) / BITRATE_KBPS }));
  expect(changes.length).toBeGreaterThanOrEqual(files.length - 1);
  for (const change of changes) {
    const tone = files.find((file) => change.title.endsWith(titleOf(file)))?.frequencyHz;
    const nearest = flips
      .filter((flip) => flip.tone === tone)
      .map((flip) => change.atMs - flip.atMs);
    const delayMs = Math.min(...nearest.map(Math.abs));
    expect(delayMs, `${change.title} at ${change.atMs} ms`).toBeLessThanOrEqual(latestMs);
  }

  // Rotation may have continued since.
  const history = (await historyOf(operator)).map(({ title }) => title).join();
  expect(history).toContain(files.map(titleOf).toReversed().join());
});

function titleOf({ name }: { readonly name: string }): string {
  return `Tone ${path.parse(name).name}`;
}

async function tracksOf(visitor: Visitor) {
  return z.array(trackSchema).parse((await visitor.call("GET", "/api/tracks")).body);
}

async function historyOf(visitor: Visitor) {
  return z.array(playSchema).parse((await visitor.call("GET", "/api/history?limit=50")).body);
}

/** Longest stretch under -50 dB, in steps of 5 ms. */
function longestSilenceMs(sound: Awaited<ReturnType<typeof decode>>): number {
  const stepMs = 5;
  let longest = 0;
  let current = 0;
  const steps = Math.floor((sound.samples.length / sound.sampleRateHz) * (1000 / stepMs));
  for (let step = 0; step < steps; step += 1) {
    current =
      levelDb(sound, { atMs: step * stepMs, lengthMs: stepMs }) < -50 ? current + stepMs : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}
