// @module-tag ffmpeg
import {
  nowPlayingSchema,
  outputSchema,
  playSchema,
  radioStateSchema,
  streamInfoSchema,
} from "@neonrelay/contract";
import { SOURCE_PASSWORD, TestIcecast } from "@neonrelay/on-air/test-icecast";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StreamListener } from "../src/stream-listener.ts";
import { scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { levelDb } from "../src/tone-levels.ts";
import { decode, makeTone } from "../src/tones.ts";

/** Long enough that none ends by itself during a test. */
const TRACK_SECONDS = 90;

let folder: string;
let station: TestStation;
let operator: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-control-"));
  for (const [index, title] of ["low", "middle", "high"].entries())
    await makeTone({
      file: path.join(folder, `${title}.mp3`),
      frequencyHz: 400 * (index + 1),
      seconds: TRACK_SECONDS,
      title,
    });
  await start();
  await using listener = new StreamListener(station.streamUrl, {});
  await until("music is on air", async () => (await nextLevelDb(listener)) > -40, scanLimit);
  await until("more is known to come", async () => (await nowPlaying()).next !== null, scanLimit);
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const dataDir = path.join(folder, "data");
  station = await TestStation.start({ musicDirs: [folder], dataDir });
  operator = await station.operator();
}

async function streamInfo() {
  return streamInfoSchema.parse((await operator.call("GET", "/api/stream/info")).body);
}

/** The first MP3 frame header for a new listener. */
async function firstHeader(): Promise<readonly number[]> {
  await using listener = new StreamListener(station.streamUrl, {});
  await listener.receive({ bytes: 20_000 });
  const { audio } = await listener.heard();
  return [...audio.subarray(0, 4)];
}

test("a stopped stream answers 503 until it is started", async () => {
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: 20_000 });

  const stopped = await operator.call("POST", "/api/stream/stop");
  const again = await operator.call("POST", "/api/stream/stop");

  for (const answer of [stopped, again])
    expect(answer).toMatchObject({ status: 200, body: { stopped: true } });
  const refused = await fetch(station.streamUrl);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toMatch(/\w+ \w+/);
  await until("the listener is let go", () => listener.isEnded);
  await until("every page shows it", async () => !(await streamInfo()).isStreaming);

  const started = await operator.call("POST", "/api/stream/start", { audioSource: "automation" });
  expect(started).toMatchObject({
    status: 200,
    body: { streamUrl: station.streamUrl, notice: null },
  });
  await until("every page shows it", async () => (await streamInfo()).isStreaming);
  await using next = new StreamListener(station.streamUrl);
  await next.receive({ bytes: 50_000 });
});

test("a missing device keeps the automation on air, and start and stream information say so", async () => {
  const notice = "/dev/audio0 is missing; automation is on air instead";

  const started = await operator.call("POST", "/api/stream/start", { audioSource: "/dev/audio0" });

  expect(started).toMatchObject({ status: 200, body: { streamUrl: station.streamUrl, notice } });
  expect((await streamInfo()).audioSource).toMatchObject({
    chosen: "/dev/audio0",
    onAir: "automation",
    notice,
  });
  await operator.call("POST", "/api/stream/start", { audioSource: "automation" });
  expect((await streamInfo()).audioSource.notice).toBeNull();
});

test("bitrate, sample rate and channels apply to the next frames", async () => {
  const format = { bitrate: 128, sampleRate: 48_000, channels: 1 };

  const answer = await operator.call("POST", "/api/stream/config", format);

  expect(answer).toMatchObject({ status: 200, body: { isStreaming: true, config: format } });
  await until("a listener gets 128 kbit/s at 48 kHz in mono", async () => {
    const [, , second = 0, third = 0] = await firstHeader();
    return second >> 4 === 9 && ((second >> 2) & 3) === 1 && third >> 6 === 3;
  });
});

test("names, bitrate and the listener limit apply to the stream at once", async () => {
  const before = await operator.call("GET", "/api/station-settings");
  const change = { stationName: "Night Signal", bitrate: 96, maxListeners: 10 };
  expect((await operator.call("PUT", "/api/station-settings", change)).status).toBe(200);

  const head = await until("a listener gets the new name and bitrate", async () => {
    const found = await streamHead();
    return /^icy-name: *Night Signal/im.test(found) && /^icy-br: *96/im.test(found) && found;
  });
  expect(head).toMatch(/^HTTP\/1\.[01] 200/);
  await using stack = new AsyncDisposableStack();
  const listeners = Array.from({ length: 10 }, () =>
    stack.use(new StreamListener(station.streamUrl)),
  );
  for (const listener of listeners) await listener.receive({ bytes: 20_000 });
  const refused = await fetch(station.streamUrl);
  await refused.body?.cancel();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([
    503,
    expect.stringMatching(/^\d+$/),
  ]);
  await operator.call("PUT", "/api/station-settings", before.body);
  // Listeners at another bitrate are dropped.
  await until("the bitrate is what it was", async () => /^icy-br: *128/im.test(await streamHead()));
});

async function streamHead(): Promise<string> {
  await using listener = new StreamListener(station.streamUrl);
  return await listener.head();
}

test("[P80][P83] a fade-out leaves the radio state as it is, and Play ends it, though the station plays all the time", async () => {
  const state = async () =>
    radioStateSchema.parse((await operator.call("GET", "/api/radio-state")).body);
  const { isPlaying, volume } = await state();
  await using listener = new StreamListener(station.streamUrl, {});

  const out = await operator.call("POST", "/api/playback/fade-out");
  await until("what comes is silent", async () => (await nextLevelDb(listener)) < -60);
  const during = await state();
  await operator.call("PUT", "/api/radio-state", { isPlaying: true });
  await until("what comes is loud", async () => (await nextLevelDb(listener)) > -40);

  expect(out).toMatchObject({ status: 200, body: { faded: true } });
  expect(during).toMatchObject({ isPlaying, volume });
});

/** Level of the listener's last half second, once another half second has arrived. */
async function nextLevelDb(listener: StreamListener): Promise<number> {
  const lengthMs = 500;
  const { bitrate } = (await streamInfo()).config;
  await listener.receive({ bytes: listener.receivedBytes + (bitrate * lengthMs) / 8 });
  const sound = await decode((await listener.heard()).audio);
  const atMs = (sound.samples.length * 1000) / sound.sampleRateHz - lengthMs;
  return levelDb(sound, { atMs, lengthMs });
}

async function nowPlaying() {
  return nowPlayingSchema.parse((await operator.call("GET", "/api/now-playing")).body);
}

test("two operators pressing skip at once skip once", async () => {
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
  // A second skip would start the track after it, within the time a skip takes.
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: 160_000 });
  const history = z
    .array(playSchema)
    .parse((await operator.call("GET", "/api/history?limit=2")).body);
  expect(history.map(({ id }) => id)).toEqual([expect.any(String), before.now?.id]);
});

test("[P82] a crossfade goes to the next track", async () => {
  const { now, next } = await nowPlaying();

  const answer = await operator.call("POST", "/api/playback/crossfade", { playId: now?.id });

  expect(answer).toMatchObject({ status: 200, body: { crossfaded: true } });
  await until("the next track is on air", async () => {
    const after = await nowPlaying();
    return after.track?.id === next?.track.id;
  });
});

test("[P80] fades require the right to control the station", async () => {
  for (const action of ["fade-in", "fade-out", "crossfade"])
    expect((await station.visitor().call("POST", `/api/playback/${action}`)).status).toBe(401);
});

test(
  "a stopped stream stays stopped across a restart, and an Icecast server gets the programme according to its output before and after",
  { tags: ["icecast2"] },
  async () => {
    await using icecast = await TestIcecast.start();
    const body = {
      host: "127.0.0.1",
      port: icecast.port,
      mount: "/there.mp3",
      password: SOURCE_PASSWORD,
    };
    const wrong = { ...body, password: "wrong" };
    const output = async () =>
      z.array(outputSchema).parse((await operator.call("GET", "/api/stream/outputs")).body)[0];
    const isOnAir = async () => (await output())?.state.status === "on-air";
    const tested = async (one: typeof body) =>
      (await operator.call("POST", "/api/stream/outputs/test", one)).body;

    await operator.call("PUT", "/api/station-settings", { allowedStreamHosts: [body.host] });
    // The server sends on-air its settings a moment after answering.
    await expect
      .poll(() => tested(body))
      .toEqual({ success: true, message: "The server accepts the stream" });
    const refusal = await tested(wrong);
    const added = await operator.call("POST", "/api/stream/outputs", wrong);
    await until("the server refuses", async () => (await output())?.state.status === "refused");
    const { id } = outputSchema.parse(added.body);
    await operator.call("PUT", `/api/stream/outputs/${id}`, { password: SOURCE_PASSWORD });
    await until("the output is on air", isOnAir);
    const testedOnAir = await operator.call("POST", "/api/stream/outputs/test", { ...body, id });
    await operator.call("POST", "/api/stream/stop");
    await station.stop();
    await start();
    expect((await fetch(station.streamUrl)).status).toBe(503);
    expect((await streamInfo()).isStreaming).toBe(false);
    await operator.call("POST", "/api/stream/start", { audioSource: "automation" });
    await until("the output is on air again", isOnAir);
    const statusThere = async () => {
      const { status, body: sound } = await fetch(`${icecast.url}/there.mp3`);
      await sound?.cancel();
      return status;
    };
    // Icecast accepts the source before it offers the mount to players.
    await until("players get the mount", async () => (await statusThere()) === 200);
    await operator.call("DELETE", `/api/stream/outputs/${id}`);
    await until("the output is gone", async () => (await statusThere()) === 404);

    expect(refusal).toEqual({
      success: false,
      message: expect.stringContaining("user name or password"),
    });
    expect(testedOnAir.body).toMatchObject({ success: true });
  },
);
