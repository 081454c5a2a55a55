import { expect, test } from "vitest";
import { adtsLength, codecFrames, packFrames, unpackOpus } from "../formats/codec-frames.ts";
import { FrameEncoder } from "./frame-encoder.ts";
import { MountEncoder } from "./mount-encoder.ts";
import { MIX_FRAME_SAMPLES } from "./pcm-format.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";

const SECONDS = 10;

/** Ten seconds of a tone, in the engine's pieces. */
function encodeTone(format: StreamFormat): Buffer[] {
  const encoder = new MountEncoder(format);
  const frames: Buffer[] = [];
  for (let frame = 0; frame < Math.round((SECONDS * 44_100) / MIX_FRAME_SAMPLES); frame += 1) {
    const sound = Float32Array.from(
      { length: MIX_FRAME_SAMPLES },
      (_, at) => 0.5 * Math.sin((frame * MIX_FRAME_SAMPLES + at) / 16),
    );
    frames.push(...encoder.encode({ left: sound, right: sound }));
  }
  encoder.close();
  return frames;
}

function expectedFrames({ codec, sampleRateHz }: StreamFormat): number {
  return (SECONDS * sampleRateHz) / codecFrames[codec].frameSamples;
}

const sounds: readonly (readonly [number, number])[] = [
  [32_000, 2],
  [44_100, 1],
  [44_100, 2],
  [48_000, 1],
  [48_000, 2],
];

test.each(sounds)(
  "[S30] at %i Hz in %i channels, ten seconds in give ten seconds of self-contained MP3 frames",
  (sampleRateHz, channels) => {
    const format = { codec: "mp3", bitrateKbps: 128, sampleRateHz, channels } as const;

    const frames = encodeTone(format);

    expect(frames.length).toBeGreaterThan(expectedFrames(format) - 4);
    expect(frames.length).toBeLessThanOrEqual(expectedFrames(format));
    const rateIndex = [44_100, 48_000, 32_000].indexOf(sampleRateHz);
    for (const frame of frames) {
      expect(frame.readUInt16BE(0)).toBe(0xfffb);
      expect((frame.readUInt8(2) >> 2) & 3).toBe(rateIndex);
      expect(frame.readUInt8(3) >> 6).toBe(channels === 1 ? 3 : 1);
      // main_data_begin: 9 bits after the header; 0 means the frame is self-contained.
      expect((frame.readUInt16BE(4) >> 7) & 0x1ff).toBe(0);
    }
  },
);

test.each(sounds)(
  "[S30] at %i Hz in %i channels, ten seconds in give ten seconds of AAC frames, each with its header",
  (sampleRateHz, channels) => {
    const format = { codec: "aac", bitrateKbps: 128, sampleRateHz, channels } as const;

    const frames = encodeTone(format);

    expect(frames.length).toBeGreaterThan(expectedFrames(format) - 4);
    expect(frames.length).toBeLessThanOrEqual(expectedFrames(format));
    for (const frame of frames) {
      expect(adtsLength(frame, 0)).toBe(frame.length);
      expect((frame.readUInt8(2) >> 2) & 15).toBe(
        [0, 0, 0, 48_000, 44_100, 32_000].indexOf(sampleRateHz),
      );
      expect((frame.readUInt16BE(2) >> 6) & 7).toBe(channels);
    }
  },
);

test.each([1, 2])(
  "[S30] ten seconds in %i channels give ten seconds of Opus packets",
  (channels) => {
    const format = { codec: "opus", bitrateKbps: 96, sampleRateHz: 48_000, channels } as const;

    const frames = encodeTone(format);

    expect(frames.length).toBeGreaterThan(expectedFrames(format) - 4);
    expect(frames.length).toBeLessThanOrEqual(expectedFrames(format));
    for (const frame of frames) {
      // One frame of 20 ms at full bandwidth [RFC 6716 §3.1].
      expect([15, 19, 23, 31]).toContain(frame.readUInt8(0) >> 3);
      expect((frame.readUInt8(0) >> 2) & 1).toBe(channels - 1);
      expect(frame.readUInt8(0) & 3).toBe(0);
    }
    expect(unpackOpus(packFrames("opus", frames))).toEqual(frames);
    expect(() => unpackOpus(packFrames("opus", frames).subarray(0, -1))).toThrow(RangeError);
  },
);

test.each([64, 128, 192, 320])(
  "[S30] at %i kbit/s MP3 keeps that rate throughout, whatever it encodes",
  (bitrateKbps) => {
    const format = { codec: "mp3", bitrateKbps, sampleRateHz: 44_100, channels: 2 } as const;
    const encoder = new FrameEncoder(format);
    const frames: Buffer[] = [];

    for (let frame = 0; frame < 60; frame += 1) {
      const loudness = frame % 7 === 0 ? 0.9 : 0.001;
      const left = Float32Array.from({ length: 1152 }, (_, at) => loudness * Math.sin(at * at));
      const right = Float32Array.from({ length: 1152 }, (_, at) => loudness * Math.cos(at * 3));
      frames.push(...encoder.encode([left, right]));
    }
    encoder.close();

    for (const frame of frames) expect((frame.readUInt16BE(4) >> 7) & 0x1ff).toBe(0);
    expect(frames).toHaveLength(59);
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    expect((bytes * 8) / 1000 / ((59 * 1152) / 44_100)).toBeCloseTo(bitrateKbps, 0);
  },
);
