import { expect, test } from "vitest";
import { Mp3Encoder } from "./mp3-encoder.ts";
import { MP3_FRAME_SAMPLES } from "./mp3-format.ts";

test.each([64, 128, 192, 320])(
  "at %i kbit/s every frame stands alone and the rate is constant",
  (bitrateKbps) => {
    const encoder = new Mp3Encoder({ bitrateKbps, sampleRateHz: 44_100, channels: 2 });
    const frames: Buffer[] = [];

    for (let frame = 0; frame < 60; frame += 1) {
      for (let at = 0; at < MP3_FRAME_SAMPLES; at += 1) {
        const loudness = frame % 7 === 0 ? 0.9 : 0.001;
        encoder.left[at] = loudness * Math.sin(at * at);
        encoder.right[at] = loudness * Math.cos(at * 3);
      }
      frames.push(...encoder.encode());
    }
    encoder.close();

    // main_data_begin, the 9 bits behind header and (absent) checksum: how far a frame reaches back.
    for (const frame of frames) expect((frame.readUInt16BE(4) >> 7) & 0x1ff).toBe(0);
    expect(frames).toHaveLength(59);
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    expect((bytes * 8) / 1000 / ((59 * MP3_FRAME_SAMPLES) / 44_100)).toBeCloseTo(bitrateKbps, 0);
  },
);
