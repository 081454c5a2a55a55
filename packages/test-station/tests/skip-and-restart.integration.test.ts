// @module-tag ffmpeg
import { nowPlayingSchema, playSchema, radioStateSchema } from "@neonrelay/contract";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { StreamListener } from "../src/stream-listener.ts";
import { scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { levelDb } from "../src/tone-levels.ts";
import { decode, makeTone } from "../src/tones.ts";

/** Long enough that none ends by itself during a test. */
const TRACK_SECONDS = 90;
const titles = ["low", "middle", "high"];

let folder: string;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-skip-"));
  for (const [index, title] of titles.entries())
    await makeTone({
      file: path.join(folder, `${title}.mp3`),
      frequencyHz: 400 * (index + 1),
      seconds: TRACK_SECONDS,
      title,
    });
  station = await TestStation.start({ musicDirs: [folder] });
  operator = await station.operator();
  await until(
    "music is on air and more is known to come",
    async () => {
      const { now, next } = await nowPlaying();
      return now !== null && next !== null;
    },
    scanLimit,
  );
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function nowPlaying() {
  return nowPlayingSchema.parse((await operator.call("GET", "/api/now-playing")).body);
}

test("two who press skip at once skip once", async () => {
  const other = await station.operator();
  const before = await nowPlaying();
  const skip = (visitor: Visitor) =>
    visitor.call("POST", "/api/playback/skip", { playId: before.now?.id });

  const answers = await Promise.all([skip(operator), skip(other)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => body)).toContainEqual({ skipped: true });
  await until("another track is on air", async () => {
    const { now } = await nowPlaying();
    return now !== null && now.id !== before.now?.id;
  });
  const late = await skip(other);

  expect(late.body).toEqual({ skipped: false });
  // A skip too many would begin the track after it; it has as long as a skip needs.
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: 250_000 });
  const history = z
    .array(playSchema)
    .parse((await operator.call("GET", "/api/history?limit=2")).body);
  expect(history.map(({ id }) => id)).toEqual([expect.any(String), before.now?.id]);
});

test("restart begins the track on air again", async () => {
  const before = await nowPlaying();

  const answer = await operator.call("POST", "/api/playback/restart");

  expect(answer).toMatchObject({ status: 200, body: { restarted: true } });
  const again = await until("it has begun again", async () => {
    const { now } = await nowPlaying();
    return now !== null && now.id !== before.now?.id && now;
  });
  expect(again.track?.id).toBe(before.now?.track?.id);
});

/** Of the last half second that a new listener gets with the burst. */
async function newestLevelDb(): Promise<number> {
  await using listener = new StreamListener(station.streamUrl, {});
  await listener.receive({ bytes: 120_000 });
  const sound = await decode((await listener.heard()).audio);
  const lengthMs = 500;
  const atMs = (sound.samples.length * 1000) / sound.sampleRateHz - lengthMs;
  return levelDb(sound, { atMs, lengthMs });
}

test("[P80] the programme is faded out and in, the radio state stays as it is", async () => {
  const state = async () =>
    radioStateSchema.parse((await operator.call("GET", "/api/radio-state")).body);
  const { isPlaying, volume } = await state();

  const out = await operator.call("POST", "/api/playback/fade-out");
  await until("what comes is silent", async () => (await newestLevelDb()) < -80);
  const during = await state();
  const back = await operator.call("POST", "/api/playback/fade-in");
  await until("what comes is loud", async () => (await newestLevelDb()) > -40);

  for (const answer of [out, back])
    expect(answer).toMatchObject({ status: 200, body: { faded: true } });
  expect(during).toMatchObject({ isPlaying, volume });
});

test("[P83] Play ends a fade-out, though the station plays all the time", async () => {
  await operator.call("POST", "/api/playback/fade-out");
  await until("what comes is silent", async () => (await newestLevelDb()) < -80);

  await operator.call("PUT", "/api/radio-state", { isPlaying: true });

  await until("what comes is loud", async () => (await newestLevelDb()) > -40);
});

test("[P82] a crossfade goes over to the next track", async () => {
  const { now, next } = await nowPlaying();

  const answer = await operator.call("POST", "/api/playback/crossfade", { playId: now?.id });

  expect(answer).toMatchObject({ status: 200, body: { crossfaded: true } });
  await until("the next track is on air", async () => {
    const after = await nowPlaying();
    return after.track?.id === next?.track.id;
  });
});

test("[P80] fades are for users who may control the station", async () => {
  for (const action of ["fade-in", "fade-out", "crossfade"])
    expect((await station.visitor().call("POST", `/api/playback/${action}`)).status).toBe(401);
});
