// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import { synthesiseEmergencyLoop } from "./emergency-loop.ts";
import { placeInRisingTone, writeRisingTone } from "../start/test-on-air.ts";
import { unpackOpus } from "../formats/codec-frames.ts";
import { OggOpusMuxer, OPUS_PRE_SKIP } from "../stream/ogg-opus.ts";
import { codecs, isSameFormat, type Codec, type StreamFormat } from "../formats/stream-formats.ts";
import {
  PROGRAMME_RATE_HZ,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
} from "./engine-protocol.ts";
import { EngineHost, type ReceivedBlock, type TestEngine } from "./test-engine.ts";

const run = promisify(execFile);
const SECOND = PROGRAMME_RATE_HZ;
const formats: Readonly<Record<Codec, StreamFormat>> = {
  mp3: { codec: "mp3", bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 },
  opus: { codec: "opus", bitrateKbps: 96, sampleRateHz: 48_000, channels: 2 },
  aac: { codec: "aac", bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 },
};
let folder = "";
let host: EngineHost;
let engine: TestEngine;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  host = new EngineHost();
  folder = await mkdtemp(path.join(tmpdir(), "engine-mounts-"));
  await makeTone({ file: at("resume.wav"), hz: 1000, seconds: 20, silentSeconds: 8 });
});
afterAll(async () => {
  await host.end();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => engine.end());

async function startEngine(): Promise<void> {
  // Starting a process is slow on a busy machine, and the programme's clock would not wait.
  engine = await host.engine();
}

function fileSource(file: string): EnginePlay["source"] {
  return { kind: "file", path: file, cues: null, albumPlace: null };
}

function play(overrides: Partial<EnginePlay> = {}): EnginePlay {
  const source = fileSource(at("resume.wav"));
  return { playId: randomUUID(), source, gainDb: 0, offsetMs: 0, ...overrides };
}

/** What a player gets, and how much of its decoder's first output it drops, at 48 kHz. */
function streamOf(format: StreamFormat, blocks: readonly ReceivedBlock[]): Buffer {
  if (format.codec !== "opus") return Buffer.concat(blocks.map(({ bytes }) => bytes));
  const ogg = new OggOpusMuxer(format);
  return Buffer.concat([ogg.headers, ...blocks.map(({ bytes }) => ogg.pages(unpackOpus(bytes)))]);
}

/** Decodes as a listener would, to the left channel at 48 kHz: index 0 is the first block's position. */
async function decode(
  format: StreamFormat,
  blocks: readonly ReceivedBlock[],
): Promise<Float32Array> {
  const { codec } = format;
  const file = at(`heard.${codec}`);
  await writeFile(file, streamOf(format, blocks));
  const container = codec === "opus" ? "ogg" : codec;
  const output = ["-f", "f32le", "-ac", "1", "-ar", "48000", "pipe:1"];
  const { stdout, stderr } = await run(
    "ffmpeg",
    ["-v", "error", "-f", container, "-i", file, ...output],
    {
      encoding: "buffer",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  expect(stderr.toString()).toBe("");
  const heard = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
  const skipped = new Float32Array(codec === "opus" ? OPUS_PRE_SKIP : 0);
  return Float32Array.from([...skipped, ...heard]);
}

/** Where the sound starts, in seconds. */
function onsetOf(sound: Float32Array): number {
  return sound.findIndex((value) => Math.abs(value) > 0.1) / 48_000;
}

function startSamplesOf(codec: Codec): number {
  return 500_000 + { mp3: 0, opus: -7000, aac: 3456 }[codec];
}

test("[S31] three mounts are encoded from one mix, each starting at the requested position with its sound at its position", async () => {
  const mounts = codecs.map((codec) => ({
    ...formats[codec],
    startSamples: startSamplesOf(codec),
  }));
  await startEngine();
  const dueNs = String(process.hrtime.bigint() + 1_000_000_000n);
  engine.start({ dueNs, positionSamples: 500_000, mounts, current: play({ offsetMs: 7000 }) });
  const { audioStartSamples } = await engine.event("play.started");
  await engine.producedUntil(500_000 + 4 * SECOND);
  await engine.end();

  expect(Math.abs(audioStartSamples - (500_000 - 7 * SECOND))).toBeLessThanOrEqual(1);
  for (const codec of codecs) {
    const blocks = engine.blocksOf(codec);
    let position = startSamplesOf(codec);
    for (const { header } of blocks) {
      expect(header).toMatchObject({ ...formats[codec], positionSamples: position });
      position += header.samples;
    }
    const sound = await decode(formats[codec], blocks);
    // The tone starts 8 s into the file, 1 s after the position the programme continued at.
    const expected = (500_000 + SECOND - startSamplesOf(codec)) / SECOND;
    expect(Math.abs(onsetOf(sound) - expected)).toBeLessThan(0.002);
    expect(
      Math.abs(sound.length / 48_000 - (position - startSamplesOf(codec)) / SECOND),
    ).toBeLessThan(0.05);
    const began = blocks[0]?.header.playOffsetSamples ?? 0;
    expect(Math.abs(began - (startSamplesOf(codec) - audioStartSamples))).toBeLessThanOrEqual(1);
  }
});

test("[S32] a mount is opened, changed and closed on the running programme without affecting the others", async () => {
  const source = fileSource(await writeRisingTone(folder));
  const mounts = [{ ...formats.mp3, startSamples: 0 }];
  await startEngine();
  // Slow enough that the track is not over before all orders arrive.
  engine.start({ mounts, current: play({ source }), clockSpeed: 5 });
  const { audioStartSamples } = await engine.event("play.started");
  await engine.producedUntil(2 * SECOND);

  engine.send({ kind: "set-mounts", mounts: [formats.mp3, formats.opus] });
  await engine.block(({ codec }) => codec === "opus");
  const mono = { ...formats.opus, bitrateKbps: 48, channels: 1 };
  engine.send({ kind: "set-mounts", mounts: [formats.mp3, mono] });
  const changed = await engine.block(({ codec, channels }) => codec === "opus" && channels === 1);
  engine.send({ kind: "set-mounts", mounts: [formats.mp3] });
  engine.send({ kind: "set-mounts", mounts: [formats.mp3, formats.aac] });
  const { header: aac } = await engine.block(({ codec }) => codec === "aac");
  await engine.producedUntil(aac.positionSamples + 3 * SECOND);
  await engine.end();

  const whole = engine.blocksOf("mp3");
  let position = 0;
  for (const { header } of whole) {
    expect(header.positionSamples).toBe(position);
    position += header.samples;
  }
  const opusFormats = engine.blocksOf("opus").map(({ header }) => header.bitrateKbps);
  expect(opusFormats).toEqual(opusFormats.toSorted((one, other) => other - one));
  expect(changed.header.bitrateKbps).toBe(48);
  const lastOpus = engine.blocksOf("opus").at(-1)?.header.positionSamples ?? 0;
  expect(lastOpus).toBeLessThan(aac.positionSamples + SECOND);
  // What is heard of the track is at its position, even where a mount was opened in the middle of it.
  for (const [codec, start] of [
    ["mp3", 0],
    ["aac", aac.positionSamples],
  ] as const) {
    const sound = await decode(formats[codec], engine.blocksOf(codec));
    const place = placeInRisingTone(sound.subarray(96_000 - 6000, 96_000 + 6000), 48_000);
    expect(Math.abs(place - ((start - audioStartSamples) / SECOND + 2))).toBeLessThan(0.005);
  }
});

describe("[S33] the loop for a bridge", () => {
  const thirdFormat: StreamFormat = { ...formats.aac, sampleRateHz: 48_000, channels: 1 };
  let events: readonly EngineEvent[] = [];
  let header: BlockHeader;

  beforeAll(async () => {
    await startEngine();
    const mounts = codecs.map((codec) => ({ ...formats[codec], startSamples: 0 }));
    engine.start({ mounts, clockSpeed: 4 });
    await engine.event("bridge-loop", ({ codec }) => codec === "opus");
    await engine.event("bridge-loop", ({ codec }) => codec === "aac");
    engine.send({ kind: "set-mounts", mounts: [formats.mp3, formats.opus, thirdFormat] });
    await engine.event(
      "bridge-loop",
      ({ sampleRateHz, channels }) =>
        sampleRateHz === thirdFormat.sampleRateHz && channels === thirdFormat.channels,
    );
    ({ events } = engine);
    ({ header } = await engine.block(({ codec }) => codec === "mp3"));
    await engine.end();
  });
  afterAll(async () => engine.end());

  test.each([formats.opus, formats.aac, thirdFormat])(
    "of $codec at $sampleRateHz Hz in $channels channels is as long as declared, and repeats without a seam",
    async (format) => {
      const loop = events.find(
        (event) => event.kind === "bridge-loop" && isSameFormat(event, format),
      );
      if (loop?.kind !== "bridge-loop") throw new Error("no loop");
      const blocks = loop.blocks.map(({ base64 }) => Buffer.from(base64, "base64"));
      const turn = blocks.map((bytes) => ({ header, bytes }));

      const sound = await decode(format, [...turn, ...turn]);

      expect(loop).toMatchObject(format);
      const length = (loop.blocks.reduce((sum, { samples }) => sum + samples, 0) * 48_000) / SECOND;
      expect(Math.abs(sound.length - 2 * length)).toBeLessThan(48_000 / 20);
      // The loop's offset in the pad is found in the middle, and holds across the join of two turns.
      // ffmpeg downmixes two channels 3 dB louder than their mean.
      const gain = format.channels === 1 ? 1 : Math.SQRT2;
      const pad = padAt48Khz().map((value) => value * gain);
      const middle = Math.round(length / 2);
      const offsets = Array.from({ length: pad.length / 3 }, (_, index) => 3 * index);
      const best = offsets.reduce(
        (least, offset) => {
          const error = misfit({ sound, at: middle, pad, offset, limit: least.error });
          return error < least.error ? { error, offset } : least;
        },
        { error: Number.POSITIVE_INFINITY, offset: 0 },
      );
      for (let at = Math.round(length) - 4000; at < length + 4000; at += 500)
        expect(
          misfit({ sound, at, pad, offset: best.offset + at - middle, limit: 1 }),
        ).toBeLessThan(0.01);
    },
  );
});

/** One turn of the pad, the mean of both channels. */
function padAt48Khz(): Float32Array {
  const pcm = synthesiseEmergencyLoop();
  return Float32Array.from(
    { length: Math.round((pcm.length / 2) * (48_000 / SECOND)) },
    (_, to) => {
      const from = (to * SECOND) / 48_000;
      const share = from % 1;
      const value = (at: number): number =>
        ((pcm[(2 * at) % pcm.length] ?? 0) + (pcm[(2 * at + 1) % pcm.length] ?? 0)) / 2;
      return value(Math.floor(from)) * (1 - share) + value(Math.floor(from) + 1) * share;
    },
  );
}

/** How far 20 ms of the sound differ from the pad at that offset; stops early above the limit. */
function misfit({
  sound,
  at,
  pad,
  offset,
  limit,
}: {
  readonly sound: Float32Array;
  readonly at: number;
  readonly pad: Float32Array;
  readonly offset: number;
  readonly limit: number;
}): number {
  let worst = 0;
  for (let index = 0; index < 960 && worst < limit; index += 16) {
    const expected = pad[(offset + index + pad.length) % pad.length] ?? 0;
    worst = Math.max(worst, Math.abs((sound[at + index] ?? 0) - expected));
  }
  return worst;
}
