// @module-tag ffmpeg
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { TestIcecast } from "../icecast/test-icecast.ts";
import { titleOfTrack } from "./icy.ts";
import type { OnAirStatus, PlayableTrack } from "../protocol/index.ts";
import type { RunningOnAir } from "../start/start-on-air.ts";
import { startTestOnAir, TestServerSide, writeRisingTone } from "../start/test-on-air.ts";

const run = promisify(execFile);
const WAIT = { timeout: 60_000, interval: 50 };
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
const APPLE_CORE_MEDIA =
  "AppleCoreMedia/1.0.0.21E236 (iPhone; U; CPU OS 17_4_1 like Mac OS X; en_us)";
let folder = "";
let url = "";
let onAir: RunningOnAir;
let server: TestServerSide;
const programs: ChildProcess[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "players-"));
  const file = await writeRisingTone(folder);
  ({ onAir, url } = await startTestOnAir(folder));
  server = new TestServerSide(folder);
  const tracks = [track(file, 1, "Ágætis byrjun"), track(file, 2, "夜")];
  await server.order("setRotation", { tracks });
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const program of programs.splice(0)) await end(program);
  await expect.poll(listeners, WAIT).toBe(0);
});
afterAll(async () => {
  server.close();
  await onAir.close();
  await rm(folder, { recursive: true });
});

function track(file: string, number: number, title: string): PlayableTrack {
  return {
    kind: "file",
    trackId: `00000000-0000-4000-8000-00000000000${number}`,
    path: file,
    title,
    artist: "Sigur Rós",
    album: null,
    albumArtist: null,
    discNumber: null,
    trackNumber: null,
    genre: null,
    durationMs: 60_000,
    gainDb: 0,
    cues: null,
  };
}

/** Starts a program that ends with its test. */
function start(program: string, parameters: readonly string[]): ChildProcess {
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "ignore"] });
  programs.push(child);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** On-air's latest status. */
function status(): OnAirStatus {
  const last = server.messages.findLast(({ kind }) => kind === "status");
  if (last?.kind !== "status") throw new Error("no status yet");
  return last.status;
}

const listeners = (): number => status().listeners;

/** The title on air, as mounts show it. */
function titleOnAir(): string {
  const { now } = status();
  return now === null ? "" : titleOfTrack(now);
}

/** Puts the other track on air. @returns its title */
async function goOn(): Promise<string> {
  const before = titleOnAir();
  await server.order("skip", { fadeMs: 100 });
  await expect.poll(titleOnAir, WAIT).not.toBe(before);
  return titleOnAir();
}

test(
  "mpv shows the titles, and plays on when the engine is killed",
  { tags: ["mpv"] },
  async () => {
    const ipc = path.join(folder, "mpv");
    const mpv = start("mpv", [
      "--no-config",
      "--ao=null",
      `--input-ipc-server=${ipc}`,
      `${url}/stream.mp3`,
    ]);
    const events: string[] = [];
    const told = await connectedTo(ipc);
    createInterface({ input: told }).on("line", (line) => events.push(line));
    for (const name of ["metadata/by-key/icy-title", "time-pos"])
      told.write(`${JSON.stringify({ command: ["observe_property", 1, name] })}\n`);
    const isTold = (text: string): boolean => events.some((line) => line.includes(text));
    const first = titleOnAir();
    await expect.poll(() => isTold(first), WAIT).toBe(true);

    process.kill(onAir.enginePid() ?? Number.NaN, "SIGKILL");
    await server.statusWhen(({ engine }) => engine !== "running");
    await server.statusWhen(({ engine }) => engine === "running");
    events.length = 0;
    const second = await goOn();
    await expect.poll(() => isTold(second), WAIT).toBe(true);

    expect(listeners()).toBe(1);
    expect(isTold("end-file")).toBe(false);
    expect(isTold("time-pos")).toBe(true);
    expect(mpv.exitCode).toBe(null);
  },
);

test("liquidsoap listens, and gets the titles", { tags: ["liquidsoap"] }, async () => {
  const lines: string[] = [];
  // It refuses to run as root otherwise.
  const script = `
    settings.init.allow_root.set(true)
    radio = input.http("${url}/stream.mp3")
    radio.on_metadata(fun (m) -> print("title: " ^ m["title"]))
    output.dummy(fallible=true, radio)`;
  const liquidsoap = start("liquidsoap", [script]);
  if (liquidsoap.stdout === null) throw new Error("no output");
  createInterface({ input: liquidsoap.stdout }).on("line", (line) => lines.push(line));
  const first = titleOnAir();
  await expect.poll(() => lines.join("\n"), WAIT).toContain(`title: ${first}`);

  const second = await goOn();

  await expect.poll(() => lines.join("\n"), WAIT).toContain(`title: ${second}`);
});

test(
  "an Icecast server that relays the mount has its sound and titles, and is not a listener",
  { tags: ["icecast2"] },
  async () => {
    const relay = {
      port: Number(new URL(url).port),
      mount: "/stream.mp3",
      localMount: "/relay.mp3",
    };
    await using icecast = await TestIcecast.start({ relay });
    const there = `${icecast.url}${relay.localMount}`;
    const shown = async (): Promise<string> =>
      (await fetch(`${icecast.url}/status-json.xsl`)).text();
    await expect.poll(shown, WAIT).toContain(titleOnAir());

    const second = await goOn();
    const listener = ask(there, { "Icy-MetaData": "1" });
    await expect.poll(() => titlesIn(listener.received()), WAIT).toContain(second);
    const { stderr } = await run("ffmpeg", [
      "-v",
      "error",
      "-t",
      "2",
      "-i",
      there,
      "-f",
      "null",
      "-",
    ]);

    expect(stderr).toBe("");
    expect(listeners()).toBe(0);
  },
);

test("a radio that speaks HTTP/1.0 gets titles every 16000 bytes, and contiguous frames", async () => {
  const first = titleOnAir();
  const radio = ask(`${url}/stream.mp3`, { "Icy-MetaData": "1" });
  await expect.poll(() => titlesIn(radio.received()), WAIT).toContain(first);

  const second = await goOn();
  await expect.poll(() => titlesIn(radio.received()), WAIT).toContain(second);

  const { head, audio } = partsOf(radio.received());
  expect(head).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
  expect(head).toMatch(/^icy-metaint: 16000$/m);
  expect(head).not.toMatch(/^(transfer-encoding|content-length):/im);
  // At a constant bitrate all frames are 626 or 627 bytes: each starts where the previous one ends.
  expect(framesIn(audio)).toBeGreaterThan(150);
});

test("Safari probes with two bytes, and then gets the stream", async () => {
  const headers = { "User-Agent": SAFARI, Accept: "*/*", "Accept-Encoding": "identity" };
  const playback = { "X-Playback-Session-Id": "7B1C2A94-52D1-4A6F-8F5B-0C5D3A8E6B21" };
  const probe = ask(`${url}/stream.mp3`, { ...headers, ...playback, Range: "bytes=0-1" }, "1.1");
  await expect.poll(() => partsOf(probe.received()).body.length, WAIT).toBe(2);
  const probing = listeners();
  const stream = ask(`${url}/stream.mp3`, { ...headers, ...playback, Range: "bytes=0-" }, "1.1");
  await expect.poll(() => stream.received().length, WAIT).toBeGreaterThan(65_536);
  await expect.poll(listeners, WAIT).toBe(1);

  const probed = partsOf(probe.received());
  expect(probed.head).toMatch(/^HTTP\/1\.1 206 /);
  expect(probed.head).toMatch(/^Content-Range: bytes 0-1\/\*$/m);
  expect(probed.head).toMatch(/^Content-Length: 2$/m);
  expect(probed.body[0]).toBe(0xff);
  const { head, body } = partsOf(stream.received());
  expect(head).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
  expect(head).not.toMatch(/^(content-range|content-length|transfer-encoding):/im);
  expect(body[0]).toBe(0xff);
  expect(probing).toBe(0);
});

test("AppleCoreMedia's probe gets a finite stream, so that it comes back and gets titles", async () => {
  const headers = { "User-Agent": APPLE_CORE_MEDIA, Accept: "*/*", "Accept-Encoding": "identity" };
  const probe = ask(`${url}/stream.mp3`, { ...headers, Range: "bytes=0-1" }, "1.1");
  await expect.poll(() => probe.isEnded(), WAIT).toBe(true);
  const probing = listeners();
  const again = { ...headers, "Icy-MetaData": "1", Range: "bytes=0-" };
  const stream = ask(`${url}/stream.mp3`, again, "1.1");
  await expect.poll(() => titlesIn(stream.received()), WAIT).toContain(titleOnAir());

  const probed = partsOf(probe.received());
  expect(probed.head).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
  expect(framesIn(probed.audio)).toBeGreaterThan(150);
  expect(stream.isEnded()).toBe(false);
  expect(probing).toBe(0);
});

/** Sends those bytes over a socket, and collects the answer. */
function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  version = "1.0",
): { readonly received: () => Buffer; readonly isEnded: () => boolean } {
  const { hostname, port, host, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {});
  const lines = Object.entries({ Host: host, ...headers, Connection: "keep-alive" });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`GET ${pathname} HTTP/${version}\r\n${text}\r\n`);
  return { received: () => Buffer.concat(chunks), isEnded: () => socket.readableEnded };
}

/** Head and body of an answer; `audio` is the body without titles, the last of which may be cut. */
function partsOf(answer: Buffer): {
  readonly head: string;
  readonly body: Buffer;
  readonly audio: Buffer;
  readonly titles: readonly string[];
} {
  const end = answer.indexOf("\r\n\r\n");
  const head = end < 0 ? "" : answer.subarray(0, end).toString();
  const body = end < 0 ? Buffer.alloc(0) : answer.subarray(end + 4);
  const interval = Number(/^icy-metaint: *(\d+)/im.exec(head)?.[1] ?? Infinity);
  const pieces: Buffer[] = [];
  const titles: string[] = [];
  for (let at = 0; at < body.length;) {
    pieces.push(body.subarray(at, at + interval));
    at += interval;
    const length = (body[at] ?? 0) * 16;
    const text = body.subarray(at + 1, at + 1 + length).toString();
    const title = /StreamTitle='(.*?)';/.exec(text)?.[1];
    if (title !== undefined) titles.push(title);
    at += 1 + length;
  }
  return { head, body, audio: Buffer.concat(pieces), titles };
}

function titlesIn(answer: Buffer): readonly string[] {
  return partsOf(answer).titles;
}

/** How many whole frames of MPEG 1 layer III at 192 kbit/s and 44.1 kHz follow each other from the start. */
function framesIn(audio: Buffer): number {
  let frames = 0;
  for (let at = 0; at + 3 < audio.length; frames += 1) {
    if (audio.readUInt16BE(at) !== 0xfffb || ((audio[at + 2] ?? 0) & 0xfc) !== 0xb0)
      throw new Error(`frame ${frames} is none, at byte ${at}`);
    at += 626 + (((audio[at + 2] ?? 0) >> 1) & 1);
  }
  return frames;
}

/** Connects to a program's socket as soon as it exists. */
async function connectedTo(file: string): Promise<Socket> {
  const limit = AbortSignal.timeout(WAIT.timeout);
  for (;;) {
    const socket = connect(file);
    sockets.push(socket);
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      limit.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, WAIT.interval));
    }
  }
}
