// @module-tag ffmpeg
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { silentMp3Frame } from "../programme/silent-frames.ts";
import { defaultSettings } from "../protocol/index.ts";
import type { RunningOnAir } from "./start-on-air.ts";
import { startTestOnAir, TestServerSide, testTrackId, writeRisingTone } from "./test-on-air.ts";

const CID = "5bb6f8a0-1111-4222-8333-444455556666";
let folder = "";
let onAir: RunningOnAir | undefined;
let servers: TestServerSide[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "on-air-"));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) server.close();
  await onAir?.close();
  onAir = undefined;
  await rm(folder, { recursive: true });
});

/** Starts on-air with the real engine, unless another is given. @returns the address of its stream server */
async function start(engineUrl?: URL): Promise<string> {
  const started = await startTestOnAir(folder, engineUrl === undefined ? {} : { engineUrl });
  onAir = started.onAir;
  return started.url;
}

/** A server that gives on-air one long track. */
async function joinAsServer(): Promise<TestServerSide> {
  const server = join();
  await server.giveTrack(await writeRisingTone(folder));
  return server;
}

function join(): TestServerSide {
  const server = new TestServerSide(folder);
  servers.push(server);
  return server;
}

/** Samples of the whole MPEG-1 Layer III frames in these bytes; throws where a frame is missing. */
function countSamples(bytes: Buffer): number {
  const bitratesKbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  let at = 0;
  let samples = 0;
  while (at + 4 <= bytes.length) {
    if ((bytes.readUInt16BE(at) & 0xfffe) !== 0xfffa) throw new Error(`no frame at ${at}`);
    const third = bytes.readUInt8(at + 2);
    const bitrate = bitratesKbps[third >> 4] ?? 0;
    at += Math.floor((144_000 * bitrate) / PROGRAMME_RATE_HZ) + ((third >> 1) & 1);
    if (at <= bytes.length) samples += 1152;
  }
  return samples;
}

test("a killed engine is replaced: the listener stays, the same play goes on, and no frame is cut", async () => {
  const url = await start();
  const server = await joinAsServer();
  const before = await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
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
  await server.statusWhen(({ engine }) => engine !== "running");
  const after = await server.statusWhen(({ engine }) => engine === "running");

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

test("[P110] on-air alone continues its track after a restart, further on in the programme", async () => {
  await start();
  const server = await joinAsServer();
  const first = await server.statusWhen(({ now }) => now !== null);
  await onAir?.close();

  await start();
  const again = join();
  const status = await again.statusWhen(({ engine }) => engine === "running");
  const types = again.messages.flatMap((message) =>
    message.kind === "event" ? [message.event.type] : [],
  );

  expect(types).toEqual(["play.started"]);
  expect(status.now?.playId).toBe(first.now?.playId);
  expect(status.positionMs).toBeGreaterThan(first.positionMs);
});

/** An engine with a single block, which starts the cue just as it is told to stop. */
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
    const header = Buffer.from(JSON.stringify({ codec: "mp3",
      bitrateKbps: 192, sampleRateHz: 44100, channels: 2, positionSamples: 0, samples: 1152,
      playId: null, playOffsetSamples: 0, isSilentOnPurpose: false, feed: null }));
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
      const event = { kind: "play.started", playId, audioStartSamples: 0, titleSamples: 0, mark: null };
      send(1, Buffer.from(JSON.stringify(event)));
      process.exit(0);
    });`,
  );
  return pathToFileURL(file);
}

test("the engine's last events are journalled, and recorded for the next run", async () => {
  await start(await engineThatBeginsAtTheEnd());
  await (await joinAsServer()).statusWhen(({ next }) => next !== null);

  await onAir?.close();
  onAir = undefined;

  const journal = await readFile(path.join(folder, "journal.jsonl"), "utf8");
  expect(journal.match(/"type":"[a-z.]+"/g)).toEqual(['"type":"play.started"']);
  expect(await readFile(path.join(folder, "on-air.note"), "utf8")).toContain(testTrackId);
});
