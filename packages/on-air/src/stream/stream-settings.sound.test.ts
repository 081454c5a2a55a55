// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultSettings } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import {
  placeInRisingTone,
  startTestOnAir,
  TestServerSide,
  testTrackId,
  writeRisingTone,
} from "../start/test-on-air.ts";

const CID = "5bb6f8a0-1111-4222-8333-444455556666";
const run = promisify(execFile);
let folder = "";
let url = "";
let onAir: RunningOnAir;
let server: TestServerSide;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "on-air-settings-"));
  await start();
  await server.giveTrack(await writeRisingTone(folder));
});
beforeEach(async () => {
  await server.order("setSettings", defaultSettings);
  const before = await server.statusWhen(
    ({ engine, source, listeners }) =>
      engine === "running" && source === "programme" && listeners === 0,
  );
  // So that each test has the track from its start.
  await server.order("skip", { fadeMs: 0 });
  await server.statusWhen(({ now }) => now !== null && now.playId !== before.now?.playId);
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true });
});

async function start({ isStationStart } = { isStationStart: false }): Promise<void> {
  ({ onAir, url } = await startTestOnAir(folder, { isStationStart }));
  server = new TestServerSide(folder);
}

async function restart(how: { readonly isStationStart: boolean }): Promise<void> {
  server.close();
  await onAir.close();
  await start(how);
}

/** Listens until that many bytes have come, or the stream ends; null: for as long as it lasts. */
async function listen(
  target: string,
  wantedBytes: number | null,
): Promise<{ readonly headers: Headers; readonly audio: Buffer; readonly isEnded: boolean }> {
  const response = await fetch(target);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isEnded = true;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    isEnded = wantedBytes === null || bytes < wantedBytes;
    if (!isEnded) break;
  }
  return { headers: response.headers, audio: Buffer.concat(chunks), isEnded };
}

async function save(audio: Buffer): Promise<string> {
  const file = path.join(folder, "heard.mp3");
  await writeFile(file, audio);
  return file;
}

async function decodeMono(file: string): Promise<Float32Array> {
  const output = ["-f", "f32le", "-ac", "1", "-ar", "48000", "pipe:1"];
  const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout } = await run(
    "ffmpeg",
    ["-v", "error", "-f", "mp3", "-i", file, ...output],
    options,
  );
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

async function probe(file: string): Promise<string> {
  const wanted = ["-show_entries", "stream=sample_rate,channels", "-of", "csv=p=0"];
  const { stdout } = await run("ffprobe", ["-v", "error", "-f", "mp3", ...wanted, file]);
  return stdout.trim();
}

test("on a new rate and channel count listeners are ended where the sound changes, the track goes on, and positions stay right", async () => {
  const before = await server.statusWhen(({ now }) => now !== null);
  const first = listen(`${url}/stream.mp3`, null);
  await server.statusWhen(({ listeners }) => listeners === 1);

  await server.order("setSettings", {
    ...defaultSettings,
    bitrateKbps: 128,
    sampleRateHz: 48_000,
    channels: 1,
  });
  const heardFirst = await first;
  const second = await listen(`${url}/stream.mp3?cid=${CID}`, 64 * 1024);
  const after = await server.statusWhen(({ engine }) => engine === "running");
  const attached = await server.message(
    (message) => message.kind === "attached" && message.cid === CID,
  );

  expect(await probe(await save(heardFirst.audio))).toBe("44100,2");
  // Ended at a frame boundary: nothing of the new format, and no cut frame.
  expect(wholeFrames(heardFirst.audio)).toBe(heardFirst.audio.length);
  expect(after.now).toMatchObject({ trackId: testTrackId, playId: before.now?.playId });
  expect(second.isEnded).toBe(false);
  expect(second.headers.get("ice-audio-info")).toBe("samplerate=48000;bitrate=128;channels=1");
  expect(second.headers.get("icy-br")).toBe("128");
  const file = await save(second.audio);
  expect(await probe(file)).toBe("48000,1");
  const sound = await decodeMono(file);
  const startMs = attached.kind === "attached" ? attached.startMs : Number.NaN;
  const audioStartMs = after.now?.audioStartMs ?? Number.NaN;
  for (const second of [1, 2]) {
    const piece = sound.subarray((second - 0.125) * 48_000, (second + 0.125) * 48_000);
    const expectedSeconds = (startMs - audioStartMs) / 1000 + second;
    expect(Math.abs(placeInRisingTone(piece, 48_000) - expectedSeconds)).toBeLessThan(0.03);
  }
});

test("an ordered restart of the engine keeps the listeners and the track; a crash is reported", async () => {
  const before = await server.statusWhen(({ now }) => now !== null);
  const response = await fetch(`${url}/stream.mp3`);
  await server.statusWhen(({ listeners }) => listeners === 1);
  const firstPid = onAir.enginePid();

  expect(await server.order("restartEngine", {})).toEqual({ restarted: true });
  await server.statusWhen(({ engine }) => engine !== "running");
  const after = await server.statusWhen(({ engine }) => engine === "running");

  const secondPid = onAir.enginePid() ?? Number.NaN;
  process.kill(secondPid, "SIGKILL");
  const told = await server.message(
    (message) => message.kind === "log" && message.line.includes("the engine died"),
  );
  const again = await server.statusWhen(({ engine }) => engine === "running");

  expect(told.kind === "log" && JSON.parse(told.line)).toMatchObject({
    level: "error",
    part: "on-air",
    msg: "the engine died",
  });
  expect(secondPid).not.toBe(firstPid);
  for (const { now, listeners } of [after, again]) {
    expect(now?.playId).toBe(before.now?.playId);
    expect(listeners).toBe(1);
  }
  await response.body?.cancel();
});

test("a station taken off air ends its listeners and stays off across a restart of on-air, until an operator starts it", async () => {
  const listener = listen(`${url}/stream.mp3`, null);
  await server.statusWhen(({ listeners }) => listeners === 1);

  await server.order("setSettings", { ...defaultSettings, isStreaming: false });
  await listener;
  const refused = await fetch(`${url}/stream.mp3`);
  await restart({ isStationStart: true });
  const stillRefused = await fetch(`${url}/stream.mp3`);
  await server.order("setSettings", defaultSettings);
  const back = await listen(`${url}/stream.mp3`, 1000);

  expect([refused.status, stillRefused.status]).toEqual([503, 503]);
  expect(back.isEnded).toBe(false);
});

test("without auto-play on-air plays on after its own crash, and is silent when the station starts", async () => {
  await server.order("setSettings", { ...defaultSettings, autoPlay: false });

  await restart({ isStationStart: false });
  const afterCrash = await server.statusWhen(() => true);
  await restart({ isStationStart: true });
  const atStart = await server.statusWhen(({ engine }) => engine === "running");
  await server.order("setSettings", { ...defaultSettings, autoPlay: false, isPlaying: true });
  const afterPlay = await server.statusWhen(({ source }) => source === "programme");

  expect(afterCrash.settings.isPlaying).toBe(true);
  expect(atStart).toMatchObject({ source: "paused", settings: { isPlaying: false } });
  expect(afterPlay.settings.isPlaying).toBe(true);
});

test("the engine reports its speed relative to real time, and nothing while there is none", async () => {
  const { encoderSpeed } = await server.statusWhen((status) => status.encoderSpeed !== null);
  await server.order("restartEngine", {});
  const away = await server.statusWhen(({ engine }) => engine !== "running");

  expect(encoderSpeed).toBeGreaterThan(1);
  expect(away.encoderSpeed).toBeNull();
});

/** How many of the bytes are whole frames of 44.1 kHz stereo at 192 kbit/s, from the first on. */
function wholeFrames(audio: Buffer): number {
  let at = 0;
  while (at + 4 <= audio.length && audio.readUInt16BE(at) === 0xfffb) {
    const third = audio.readUInt8(at + 2);
    if (third >> 2 !== 0b1011_00) break;
    const next = at + 626 + ((third >> 1) & 1);
    if (next > audio.length) break;
    at = next;
  }
  return at;
}
