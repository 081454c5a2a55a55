// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackOpus } from "../formats/codec-frames.ts";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { OggOpusMuxer, OPUS_PRE_SKIP } from "../stream/ogg-opus.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import { silentBlock } from "./silent-frames.ts";

const run = promisify(execFile);
const BLOCKS = 5;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "silent-frames-"));
});
afterAll(async () => rm(folder, { recursive: true }));

const formats = (["mp3", "aac", "opus"] as const).flatMap((codec) =>
  (codec === "opus" ? [48_000] : [32_000, 44_100, 48_000]).flatMap((sampleRateHz) =>
    [1, 2].map((channels): StreamFormat => ({ codec, bitrateKbps: 96, sampleRateHz, channels })),
  ),
);

test.each(formats)(
  "[S33] a bridge's silence in $codec at $sampleRateHz Hz in $channels channels is silent, and as long as declared",
  async (format) => {
    const { bytes, samples } = silentBlock(format);
    const blocks = Array.from({ length: BLOCKS }, () => bytes);
    const ogg = new OggOpusMuxer(format);
    const isOpus = format.codec === "opus";
    const file = path.join(folder, `silence.${format.codec}`);
    await writeFile(
      file,
      Buffer.concat(
        isOpus ? [ogg.headers, ...blocks.map((each) => ogg.pages(unpackOpus(each)))] : blocks,
      ),
    );

    const input = ["-f", isOpus ? "ogg" : format.codec, "-i", file];
    const output = ["-f", "f32le", "-ar", String(format.sampleRateHz), "pipe:1"];
    const { stdout, stderr } = await run("ffmpeg", ["-v", "error", ...input, ...output], {
      encoding: "buffer",
    });

    expect(stderr.toString()).toBe("");
    const sound = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
    const heard = sound.length / format.channels + (isOpus ? OPUS_PRE_SKIP : 0);
    const expected = (BLOCKS * samples * format.sampleRateHz) / PROGRAMME_RATE_HZ;
    // The decoder may hold back the last frame of MP3.
    expect(Math.abs(heard - expected)).toBeLessThanOrEqual(format.codec === "mp3" ? 1200 : 10);
    expect(sound.every((value) => Math.abs(value) < 0.0001)).toBe(true);
  },
);
