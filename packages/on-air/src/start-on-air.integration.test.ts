import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import type { OnAirConfig } from "./config.ts";
import { ENCODED_FRAME_SAMPLES, PROGRAMME_RATE_HZ } from "./engine/engine-protocol.ts";
import { silentMp3Frame } from "./playout/mp3-frames.ts";
import { defaultSettings } from "./playout/playout-state.ts";
import {
  fromOnAirSchema,
  MAX_LINE_BYTES,
  PROTOCOL_VERSION,
  type FromOnAir,
  type OnAirStatus,
} from "./protocol.ts";
import { startOnAir, type RunningOnAir } from "./start-on-air.ts";

const TRACK_ID = "00000000-0000-4000-8000-000000000001";
const CID = "5bb6f8a0-1111-4222-8333-444455556666";
const run = promisify(execFile);
let folder = "";
let onAir: RunningOnAir | undefined;
let sockets: Socket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "on-air-"));
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await onAir?.close();
  onAir = undefined;
  await rm(folder, { recursive: true });
});

async function writeTone(): Promise<void> {
  const input = "sine=frequency=440:duration=60";
  const output = path.join(folder, "tone.wav");
  await run("ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", input, output]);
}

/** Starts on-air, with the real engine unless another is given. @returns the address of its stream server once there is sound */
async function start(engineUrl?: URL): Promise<string> {
  const config: OnAirConfig = {
    streamHost: "127.0.0.1",
    streamPort: 0,
    stateFolder: folder,
    socketPath: path.join(folder, "socket"),
    publicStreamUrl: null,
    isStationStart: false,
    logLevel: "silent",
    clockSpeed: 1,
  };
  const ready = Promise.withResolvers<string>();
  onAir = await startOnAir({
    config,
    ...(engineUrl === undefined ? {} : { engineUrl }),
    report: (report) => {
      if (report.kind === "ready") ready.resolve(report.url);
    },
  });
  return ready.promise;
}

/** A server that gives on-air one long track, and reads what on-air says. */
function joinAsServer(): AsyncGenerator<FromOnAir, void, undefined> {
  const socket = connect(path.join(folder, "socket"));
  sockets.push(socket);
  socket.write(toJsonLine({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null }));
  const track = {
    trackId: TRACK_ID,
    path: path.join(folder, "tone.wav"),
    title: "Tone",
    artist: "Test",
    album: null,
    genre: null,
    durationMs: 60_000,
    gainDb: 0,
  };
  socket.write(
    toJsonLine({ kind: "command", id: 1, name: "setRotation", input: { tracks: [track] } }),
  );
  return readMessages(socket);
}

async function* readMessages(socket: Socket): AsyncGenerator<FromOnAir, void, undefined> {
  for await (const value of readJsonLines(socket, { maxLineBytes: MAX_LINE_BYTES }))
    yield fromOnAirSchema.parse(value);
}

async function statusWhen(
  messages: AsyncGenerator<FromOnAir, void, undefined>,
  isWanted: (status: OnAirStatus) => boolean,
): Promise<OnAirStatus> {
  for (;;) {
    const next = await messages.next();
    if (next.done === true) throw new Error("the link ended");
    if (next.value.kind === "status" && isWanted(next.value.status)) return next.value.status;
  }
}

/** Samples of the whole MPEG-1 Layer III frames in these bytes; throws where a frame should begin and none does. */
function countSamples(bytes: Buffer): number {
  const bitratesKbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  let at = 0;
  let samples = 0;
  while (at + 4 <= bytes.length) {
    if ((bytes.readUInt16BE(at) & 0xfffe) !== 0xfffa) throw new Error(`no frame at ${at}`);
    const third = bytes.readUInt8(at + 2);
    const bitrate = bitratesKbps[third >> 4] ?? 0;
    at += Math.floor((144_000 * bitrate) / PROGRAMME_RATE_HZ) + ((third >> 1) & 1);
    if (at <= bytes.length) samples += ENCODED_FRAME_SAMPLES;
  }
  return samples;
}

test("a killed engine is replaced: the listener stays, the same play goes on, no frame is torn", async () => {
  await writeTone();
  const url = await start();
  const messages = joinAsServer();
  const before = await statusWhen(
    messages,
    ({ now, engine }) => now !== null && engine === "running",
  );
  const response = await fetch(`${url}/stream.mp3?cid=${CID}`);
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("no stream");
  const chunks: Uint8Array[] = [];
  const heardAfter: Uint8Array[] = [];
  const heardOn = Promise.withResolvers<void>();
  let isReplaced = false;
  const readOn = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      chunks.push(value);
      if (isReplaced) heardAfter.push(value);
      if (heardAfter.length === 4) heardOn.resolve();
    }
  })();
  const firstPid = onAir?.enginePid();
  if (firstPid === undefined) throw new Error("no engine");

  process.kill(firstPid, "SIGKILL");
  await statusWhen(messages, ({ engine }) => engine !== "running");
  const after = await statusWhen(messages, ({ engine }) => engine === "running");

  expect(onAir?.enginePid()).not.toBe(firstPid);
  expect(after.now?.playId).toBe(before.now?.playId);
  expect(after.positionMs).toBeGreaterThan(before.positionMs);
  expect(after.listeners).toBe(1);
  isReplaced = true;
  await heardOn.promise;
  await onAir?.close();
  onAir = undefined;
  await readOn;
  const heardMs = (countSamples(Buffer.concat(chunks)) / PROGRAMME_RATE_HZ) * 1000;
  expect(heardMs).toBeGreaterThan(1000);
});

test("on-air alone plays on from its own rotation after its restart, further on in the programme", async () => {
  await writeTone();
  await start();
  const first = await statusWhen(joinAsServer(), ({ now }) => now !== null);
  await onAir?.close();

  await start();
  const socket = connect(path.join(folder, "socket"));
  sockets.push(socket);
  socket.write(toJsonLine({ kind: "hello", protocolVersion: PROTOCOL_VERSION, stored: null }));
  const types: string[] = [];
  let status: OnAirStatus | undefined;
  for await (const message of readMessages(socket)) {
    if (message.kind === "event") types.push(message.event.type);
    if (message.kind === "status") status = message.status;
    if (types.length >= 3 && status?.now?.trackId === TRACK_ID) break;
  }

  expect(types).toEqual(["play.started", "play.ended", "play.started"]);
  expect(status?.positionMs).toBeGreaterThan(first.positionMs);
});

/** An engine of one block, that begins what is cued just when it is told to stop. */
async function engineThatBeginsAtTheEnd(): Promise<URL> {
  const file = path.join(folder, "engine.mjs");
  await writeFile(
    file,
    `import { writeSync } from "node:fs";
    function send(kind, payload) {
      const head = Buffer.alloc(5);
      head.writeUInt32LE(payload.length + 1, 0);
      head.writeUInt8(kind, 4);
      writeSync(3, Buffer.concat([head, payload]));
    }
    const header = Buffer.from(JSON.stringify({ sequence: 0, positionSamples: 0, samples: 1152,
      playId: null, playOffsetSamples: 0, isSilentOnPurpose: false }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length, 0);
    const frame = Buffer.from("${silentMp3Frame(defaultSettings).toString("base64")}", "base64");
    send(2, Buffer.concat([length, header, frame]));
    let text = "";
    process.stdin.on("data", (chunk) => { text += chunk; });
    process.stdin.on("end", () => {
      const cue = text.trim().split("\\n").map((line) => JSON.parse(line))
        .findLast((message) => message.kind === "cue");
      const { playId } = cue.play;
      const event = { kind: "play.started", playId, audioStartSamples: 0, titleSamples: 0 };
      send(1, Buffer.from(JSON.stringify(event)));
      process.exit(0);
    });`,
  );
  return pathToFileURL(file);
}

test("what the engine says last is journalled, and ended with the station", async () => {
  await start(await engineThatBeginsAtTheEnd());
  await statusWhen(joinAsServer(), ({ next }) => next !== null);

  await onAir?.close();
  onAir = undefined;

  const journal = await readFile(path.join(folder, "journal.jsonl"), "utf8");
  expect(journal.match(/"type":"[a-z.]+"/g)).toEqual([
    '"type":"play.started"',
    '"type":"play.ended"',
  ]);
});
