// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { defaultSettings } from "../protocol/index.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import {
  placeInRisingTone,
  startTestOnAir,
  TestServerSide,
  writeRisingTone,
} from "../start/test-on-air.ts";

const run = promisify(execFile);
const CID = "5bb6f8a0-1111-4222-8333-444455556666";
const RATE_HZ = 48_000;
const sessionSchema = z.object({ startMs: z.number() });
const allOn: OnAirSettings = { ...defaultSettings, isOpusOn: true, isAacOn: true, isHlsOn: true };
let folder = "";
let url = "";
let onAir: RunningOnAir;
let server: TestServerSide;
let rising = "";
const open = new AsyncDisposableStack();
/** Shared by all tests in real time. */
let common: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mounts-"));
  rising = await writeRisingTone(folder);
  common = await start(defaultSettings);
});
afterEach(async () => {
  ({ onAir, url, server } = common);
  await server.order("setSettings", defaultSettings);
});
afterAll(async () => {
  await open.disposeAsync();
  await rm(folder, { recursive: true });
});

/** Starts on-air with these settings and a minute of a rising tone. */
async function start(settings: OnAirSettings, { clockSpeed } = { clockSpeed: 1 }) {
  const state = await mkdtemp(path.join(folder, "state-"));
  const started = await startTestOnAir(state, { clockSpeed });
  open.defer(() => started.onAir.close());
  ({ onAir, url } = started);
  const link = new TestServerSide(state);
  server = link;
  open.defer(() => link.close());
  await server.order("setSettings", settings);
  await server.giveTrack(rising);
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
  return { ...started, server };
}

/** Restarts the track, with these settings. */
async function begin(settings: OnAirSettings): Promise<void> {
  await server.order("setSettings", settings);
  const before = await server.statusWhen(({ now, listeners }) => now !== null && listeners === 0);
  await server.order("skip", { fadeMs: 0 });
  await server.statusWhen(({ now }) => now !== null && now.playId !== before.now?.playId);
}

/** A listener, until the stream ends or the test has enough. */
class TestListener {
  readonly ended: Promise<void>;
  #bytes = Buffer.alloc(0);
  #changed = Promise.withResolvers<void>();
  readonly #leaving = new AbortController();

  static async at(address: string): Promise<TestListener> {
    const leaving = new AbortController();
    // A mount that was just switched on has no sound yet.
    for (;;) {
      const response = await fetch(address, { signal: leaving.signal });
      if (response.status === 200) return new TestListener(response, leaving);
      await response.body?.cancel();
      if (response.status !== 503) throw new Error(`${address}: ${response.status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private constructor(response: Response, leaving: AbortController) {
    this.#leaving = leaving;
    this.ended = this.#read(response).catch(() => {}); // the listener left
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Waits for that many more bytes. */
  async more(bytes: number): Promise<void> {
    const wanted = this.#bytes.length + bytes;
    while (this.#bytes.length < wanted) await this.#changed.promise;
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.ended;
  }

  async #read(response: Response): Promise<void> {
    for await (const chunk of response.body ?? []) {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
  }
}

/** Decodes with ffmpeg; any complaint of ffmpeg fails the test. */
async function decode(input: readonly string[]): Promise<Float32Array> {
  const output = ["-f", "f32le", "-ac", "1", "-ar", String(RATE_HZ), "pipe:1"];
  const { stdout, stderr } = await run("ffmpeg", ["-v", "error", ...input, ...output], {
    encoding: "buffer",
    maxBuffer: 256 * 1024 * 1024,
  });
  expect(stderr.toString()).toBe("");
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

async function decodeBytes(bytes: Buffer, format: string): Promise<Float32Array> {
  const file = path.join(folder, `heard.${format}`);
  await writeFile(file, bytes);
  return decode(["-f", format, "-i", file]);
}

/** Offset in the tone of the sound that many seconds in, minus those seconds. */
function placeAt(sound: Float32Array, seconds: number): number {
  const middle = Math.round(seconds * RATE_HZ);
  const piece = sound.subarray(middle - RATE_HZ / 8, middle + RATE_HZ / 8);
  return placeInRisingTone(piece, RATE_HZ) - seconds;
}

async function startMsOf(cid: string): Promise<number> {
  return sessionSchema.parse(await server.order("session", { cid })).startMs;
}

async function audioStartMs(): Promise<number> {
  const { now } = await server.statusWhen((status) => status.now !== null);
  return now?.audioStartMs ?? Number.NaN;
}

/**
 * A machine that takes 2 s for another engine bridges the gap. Listeners of mounts other than MP3 are then up to a
 * block off, until the next engine.
 */
function wasBridged(): boolean {
  return server.messages.some(
    (message) => message.kind === "log" && message.line.includes("the bridge is on air"),
  );
}

function cidOf(listener: number): string {
  return CID.replace(/.$/, String(listener));
}

/** Whole frames only. */
function wholeAdts(bytes: Buffer): Buffer {
  let at = 0;
  while (at + 7 <= bytes.length) {
    const length = (bytes.readUInt32BE(at + 2) >> 5) & 0x1fff;
    if (length < 7 || at + length > bytes.length) break;
    at += length;
  }
  return bytes.subarray(0, at);
}

test("[S37] changing the Opus bitrate ends its listeners cleanly and starts the new stream at once, without affecting MP3", async () => {
  await begin({ ...allOn, isHlsOn: false });
  const mp3 = await TestListener.at(`${url}/stream.mp3?cid=${cidOf(1)}`);
  const before = await TestListener.at(`${url}/stream.opus`);
  await before.more(10_000);
  const pid = onAir.enginePid();

  await server.order("setSettings", { ...allOn, isHlsOn: false, opusBitrateKbps: 192 });
  await before.ended;
  const after = await TestListener.at(`${url}/stream.opus?cid=${CID}`);
  await after.more(60_000);
  const startMs = await startMsOf(CID);
  await mp3.more(72_000);
  const mp3StartMs = await startMsOf(cidOf(1));
  await Promise.all([mp3.leave(), after.leave()]);

  expect(onAir.enginePid()).toBe(pid);
  const headers = (await fetch(`${url}/stream.opus`, { method: "HEAD" })).headers;
  expect(headers.get("content-type")).toBe("audio/ogg");
  expect(headers.get("ice-audio-info")).toBe("samplerate=48000;bitrate=192;channels=2");
  // It ended at a page boundary: all of it decodes.
  await decodeBytes(before.bytes, "ogg");
  const playStartMs = await audioStartMs();
  const sound = await decodeBytes(after.bytes.subarray(0, after.bytes.lastIndexOf("OggS")), "ogg");
  const begins = (startMs - playStartMs) / 1000;
  expect(Math.abs(placeAt(sound, 1) - begins)).toBeLessThan(0.005);
  const heard = await decodeBytes(mp3.bytes.subarray(0, mp3.bytes.length - 700), "mp3");
  const mp3Begins = (mp3StartMs - playStartMs) / 1000;
  const lastSecond = Math.floor(heard.length / RATE_HZ) - 1;
  // From where the track is heard alone until after the change.
  const firstSecond = Math.max(0, Math.ceil(-mp3Begins)) + 1;
  expect(lastSecond).toBeGreaterThan(firstSecond + 1);
  for (let second = firstSecond; second < lastSecond; second += 1)
    expect(Math.abs(placeAt(heard, second + 0.5) - mp3Begins)).toBeLessThan(0.005);
});

test("[S38] a mount appears as soon as it is switched on and disappears when it is switched off, without affecting the others", async () => {
  await begin(defaultSettings);
  const mp3 = await TestListener.at(`${url}/stream.mp3`);
  const off = await Promise.all(
    ["/stream.opus", "/stream.aac.m3u", "/hls/live.m3u8"].map(async (at) => fetch(`${url}${at}`)),
  );

  await server.order("setSettings", { ...defaultSettings, isAacOn: true });
  const aac = await TestListener.at(`${url}/stream.aac?cid=${CID}`);
  await aac.more(20_000);
  const status: unknown = await (await fetch(`${url}/status-json.xsl`)).json();
  const playlist = await (await fetch(`${url}/stream.aac.m3u`)).text();
  await server.order("setSettings", defaultSettings);
  await aac.ended;
  await mp3.more(20_000);

  expect(off.map((response) => response.status)).toEqual([404, 404, 404]);
  expect(status).toMatchObject({
    icestats: {
      source: [
        { listenurl: `${url}/stream.mp3`, server_type: "audio/mpeg", listeners: 1 },
        { listenurl: `${url}/stream.aac`, server_type: "audio/aac", bitrate: 128, listeners: 1 },
      ],
    },
  });
  expect(playlist).toBe(`${url}/stream.aac\r\n`);
  expect((await fetch(`${url}/stream.aac`)).status).toBe(404);
  expect(await startMsOf(CID)).toBeGreaterThan(0);
  await mp3.leave();
});

// Last with the shared on-air: a bridge would shift later sound.
test("[S36] listeners of Opus and AAC don't notice a killed engine: none is dropped, and ffmpeg decodes it all", async () => {
  await begin(allOn);
  const opus = await TestListener.at(`${url}/stream.opus?cid=${cidOf(1)}`);
  const aac = await TestListener.at(`${url}/stream.aac?cid=${cidOf(2)}`);
  await Promise.all([opus.more(24_000), aac.more(32_000)]);
  const pid = onAir.enginePid() ?? Number.NaN;

  process.kill(pid, "SIGKILL");
  await server.statusWhen(({ engine }) => engine !== "running");
  const after = await server.statusWhen(({ engine }) => engine === "running");
  await Promise.all([opus.more(36_000), aac.more(48_000)]);
  const startsMs = [await startMsOf(cidOf(1)), await startMsOf(cidOf(2))];
  await Promise.all([opus.leave(), aac.leave()]);

  expect(after.listeners).toBe(2);
  expect(onAir.enginePid()).not.toBe(pid);
  // The last page or frame may be cut where the listener left.
  const sounds = [
    await decodeBytes(opus.bytes.subarray(0, opus.bytes.lastIndexOf("OggS")), "ogg"),
    await decodeBytes(wholeAdts(aac.bytes), "aac"),
  ];
  const playStartMs = await audioStartMs();
  for (const [index, sound] of sounds.entries()) {
    const begins = ((startsMs[index] ?? 0) - playStartMs) / 1000;
    // The track continues where the other engine stopped; a bridge in between shifts it, and is reported.
    const seconds = Math.floor(sound.length / RATE_HZ);
    const last = placeAt(sound, seconds - 0.5);
    expect(Math.abs(last - begins)).toBeLessThan(wasBridged() ? 0.7 : 0.005);
  }
});

/** The player's own playlist, to which HLS leads first. */
async function hlsPlaylistUrl(): Promise<string> {
  let text = "";
  await expect
    .poll(async () => (text = await (await fetch(`${url}/hls/live.m3u8`)).text()))
    .toContain("#EXTM3U");
  return `${url}/hls/${text.split("\n").find((line) => line.startsWith("audio")) ?? ""}`;
}

test("[S39][S45] ffmpeg plays HLS while the AAC mount is off; its listeners count, and the last place is not given away twice", async () => {
  const settings = { ...defaultSettings, isHlsOn: true };
  await start({ ...settings, maxListeners: 2 }, { clockSpeed: 4 });
  const mp3 = await TestListener.at(`${url}/stream.mp3`);
  const ownUrl = await hlsPlaylistUrl();
  const listedNow = async (): Promise<readonly number[]> =>
    [...(await (await fetch(ownUrl)).text()).matchAll(/^(\d+)\.aac$/gm)].map((match) =>
      Number(match[1]),
    );
  // ffmpeg starts three segments before the end: by then they hold only the tone, without what was faded into it.
  const newest = (await listedNow()).at(-1) ?? 0;
  await expect
    .poll(async () => (await listedNow()).filter((number) => number > newest).length)
    .toBeGreaterThanOrEqual(5);

  const counted = await server.statusWhen(({ listeners }) => listeners === 2);
  const refused = await fetch(`${url}/hls/audio.m3u8?cid=${CID.replace("5", "6")}`);
  const again = await fetch(ownUrl);
  const alsoRefused = await fetch(`${url}/stream.mp3`);
  const monitor = await fetch(`${url}/hls/audio.m3u8?cid=${CID.replace("5", "7")}`, {
    headers: { "User-Agent": "NeonRelay-Monitor" },
  });
  const listed = [...(await again.text()).matchAll(/^(\d+\.aac)$/gm)].map((match) => match[1]);
  const segment = await fetch(`${url}/hls/${listed.at(-1)}`);
  const gone = await fetch(`${url}/hls/1.aac`);
  const sound = await decode(["-i", ownUrl, "-t", "14"]);
  await mp3.leave();

  expect(counted.listeners).toBe(2);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  expect([again.status, alsoRefused.status, monitor.status]).toEqual([200, 503, 200]);
  expect(again.headers.get("cache-control")).toBe("no-store");
  expect(segment.headers.get("cache-control")).toContain("max-age");
  expect(segment.headers.get("access-control-allow-origin")).toBe("*");
  expect(segment.headers.get("content-type")).toBe("audio/aac");
  expect(Buffer.from(await segment.arrayBuffer()).includes("Tone")).toBe(true);
  expect(gone.status).toBe(404);
  expect((await fetch(`${url}/stream.aac`)).status).toBe(404);
  // No sample is missing or doubled between segments.
  expect(sound.length / RATE_HZ).toBeGreaterThan(13.9);
  const places = Array.from({ length: 13 }, (_, index) => placeAt(sound, index + 0.5));
  // If the machine could not keep up, there is a bridge in between, and it is reported.
  const mostApart = wasBridged() ? 2 : 0.005;
  for (const place of places) expect(Math.abs(place - (places[0] ?? 0))).toBeLessThan(mostApart);

  await server.order("setSettings", { ...settings, maxListeners: 100 });
  const invented = Array.from({ length: 60 }, () => `${url}/hls/audio.m3u8?cid=${randomUUID()}`);
  const statuses = await Promise.all(
    invented.map(async (address) => (await fetch(address)).status),
  );
  const own = await fetch(ownUrl);

  expect([own.status, ...statuses]).toEqual(Array.from({ length: 61 }, () => 200));
  // One for the player's own playlist, and one for all foreign ids of this network.
  await server.statusWhen(({ listeners }) => listeners === 2);
});
