// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { amplitudeOf, decodeStream, levelDb, makeTone } from "../audio/test-sound.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent, type EnginePlay } from "./engine-protocol.ts";
import { EngineHost, type TestEngine, wholeFile } from "./test-engine.ts";

const run = promisify(execFile);
const SECOND = PROGRAMME_RATE_HZ;
const formats = [
  { sampleRateHz: 48_000, channels: 1 },
  { sampleRateHz: 32_000, channels: 2 },
  { sampleRateHz: 44_100, channels: 1 },
  { sampleRateHz: 48_000, channels: 2 },
] as const;
let folder = "";
let host: EngineHost;
let engine: TestEngine;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  host = new EngineHost();
  folder = await mkdtemp(path.join(tmpdir(), "engine-formats-"));
  await makeTone({ file: at("late.wav"), hz: 440, seconds: 8, silentSeconds: 1 });
  await makeTone({ file: at("next.flac"), hz: 660, seconds: 8, sampleRateHz: 48_000 });
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

function play(name: string, overrides: Partial<EnginePlay> = {}): EnginePlay {
  return {
    playId: randomUUID(),
    source: wholeFile(at(name)),
    gainDb: 0,
    offsetMs: 0,
    ...overrides,
  };
}

/** Due in one second, so that files are open before a fast clock runs past them. */
const soon = (): { dueNs: string } => ({
  dueNs: String(process.hrtime.bigint() + 1_000_000_000n),
});

/** Where the sound starts, in samples of the programme. */
function onsetOf(pcm: Float32Array): number {
  return pcm.findIndex((value, index) => index % 2 === 0 && Math.abs(value) > 0.1) / 2;
}

function quietestDb(pcm: Float32Array, from: number, until: number): number {
  let quietest = 0;
  for (let start = from; start + 441 <= until; start += 441)
    quietest = Math.min(quietest, levelDb(pcm, { from: start, count: 441 }));
  return quietest;
}

async function probe(file: string): Promise<string> {
  const wanted = ["-show_entries", "stream=sample_rate,channels,bit_rate", "-of", "csv=p=0"];
  const { stdout } = await run("ffprobe", ["-v", "error", "-f", "mp3", ...wanted, file]);
  return stdout.trim();
}

test.each(formats)(
  "at $sampleRateHz Hz in $channels channels sound, positions and titles are right, and nothing is missing",
  async (format) => {
    const [late, next] = [play("late.wav"), play("next.flac")];
    await startEngine();

    engine.start({ ...soon(), ...format, positionSamples: 300_000, current: late });
    engine.cue(next);
    const first = await engine.event("play.started", ({ playId }) => playId === late.playId);
    const second = await engine.event("play.started", ({ playId }) => playId === next.playId);
    await engine.producedUntil(300_000 + 13 * SECOND);
    await engine.end();
    const file = at("out.mp3");
    const pcm = await engine.heard(file);

    expect(await probe(file)).toBe(`${format.sampleRateHz},${format.channels},128000`);
    let position = 300_000;
    for (const { header } of engine.blocks) {
      expect(header.positionSamples).toBe(position);
      position += header.samples;
    }
    expect(Math.abs(pcm.length / 2 - (position - 300_000))).toBeLessThan(SECOND / 20);
    const onset = onsetOf(pcm) + 300_000;
    expect(Math.abs(onset - (first.audioStartSamples + SECOND))).toBeLessThan(0.0005 * SECOND);
    expect(quietestDb(pcm, onset - 300_000 + 441, 13 * SECOND)).toBeGreaterThan(-16);
    const labelled = engine.blocks.find(({ header }) => header.playId === next.playId)?.header;
    expect(labelled?.positionSamples).toBe(second.titleSamples);
    // The overlap lasts a second; the title changes in its middle.
    expect(Math.abs(second.titleSamples - second.audioStartSamples - SECOND / 2)).toBeLessThan(
      1700,
    );
    const offset = second.titleSamples - second.audioStartSamples;
    expect(Math.abs((labelled?.playOffsetSamples ?? 0) - offset)).toBeLessThanOrEqual(1);
    const heard = (hz: number, second: number): number =>
      amplitudeOf(pcm, { from: second * SECOND, count: SECOND, hz });
    // LAME takes off 0.4 dB, and ffmpeg spreads mono to two channels at 3 dB less each.
    const level = format.channels === 1 ? 0.475 * Math.SQRT1_2 : 0.475;
    expect(heard(440, 4)).toBeCloseTo(level, 2);
    expect(heard(660, 10)).toBeCloseTo(level, 2);
    expect([heard(660, 4), heard(440, 10)]).toEqual([expect.closeTo(0, 2), expect.closeTo(0, 2)]);
  },
);

describe.each(formats)(
  "at $sampleRateHz Hz in $channels channels an engine that takes over",
  (format) => {
    let audioStartSamples = 0;
    let began = 0;
    let pcm: Float32Array;
    let loop: Extract<EngineEvent, { kind: "bridge-loop" }>;

    beforeAll(async () => {
      await startEngine();
      const current = play("resume.wav", { offsetMs: 7000 });
      engine.start({ ...soon(), ...format, positionSamples: 500_000, current });
      ({ audioStartSamples } = await engine.event("play.started"));
      await engine.producedUntil(500_000 + 4 * SECOND);
      loop = await engine.event("bridge-loop");
      began = engine.blocks[0]?.header.playOffsetSamples ?? 0;
      pcm = await engine.heard(at("resumed.mp3"));
    });
    afterAll(async () => engine.end());

    test("it starts at the exact sample", () => {
      expect(Math.abs(audioStartSamples - (500_000 - 7 * SECOND))).toBeLessThanOrEqual(1);
      expect(Math.abs(onsetOf(pcm) - SECOND)).toBeLessThan(0.002 * SECOND);
      expect(Math.abs(began - 7 * SECOND)).toBeLessThanOrEqual(1);
    });

    test("it makes a seamless loop for a bridge, and says how long it is", async () => {
      const turn = Buffer.concat(loop.blocks.map(({ base64 }) => Buffer.from(base64, "base64")));
      const file = at("loop.mp3");
      await writeFile(file, Buffer.concat([turn, turn, turn]));

      const pcm = await decodeStream(file);

      expect(loop).toMatchObject({ ...format, bitrateKbps: 128 });
      expect(await probe(file)).toBe(`${format.sampleRateHz},${format.channels},128000`);
      const length = loop.blocks.reduce((sum, { samples }) => sum + samples, 0);
      expect(Math.abs(pcm.length / 2 - 3 * length)).toBeLessThan(SECOND / 20);
      // A click is a step larger than any in the pad itself.
      const steps = (from: number, count: number): number => {
        let largest = 0;
        for (let index = from; index < from + count; index += 1)
          largest = Math.max(largest, Math.abs((pcm[2 * index + 2] ?? 0) - (pcm[2 * index] ?? 0)));
        return largest;
      };
      const inside = steps(length + SECOND, length - 2 * SECOND);
      expect(steps(2 * length - SECOND / 2, SECOND)).toBeLessThan(1.2 * inside);
      expect(quietestDb(pcm, length - SECOND, 2 * length + SECOND)).toBeGreaterThan(-40);
      // The same moment of two turns is the same sound.
      const moment = (turnOf: number): Float32Array =>
        pcm.subarray(2 * (turnOf * length + SECOND), 2 * (turnOf * length + SECOND + 2000));
      const other = moment(2);
      const difference = moment(1).map((value, index) => value - (other[index] ?? 0));
      expect(Math.max(...difference.map(Math.abs))).toBeLessThan(0.01);
    });
  },
);
