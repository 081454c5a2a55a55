import { expect, test } from "vitest";
import { MountEncoder } from "./mount-encoder.ts";
import { MIX_FRAME_SAMPLES } from "./pcm-format.ts";

test.each([
  [32_000, 2],
  [44_100, 1],
  [44_100, 2],
  [48_000, 1],
  [48_000, 2],
])(
  "at %i Hz in %i channels ten seconds in are ten seconds of such frames out",
  (sampleRateHz, channels) => {
    const encoder = new MountEncoder({ bitrateKbps: 128, sampleRateHz, channels });
    const mixed = Math.round((10 * 44_100) / MIX_FRAME_SAMPLES);
    const frames: Buffer[] = [];

    for (let frame = 0; frame < mixed; frame += 1) {
      for (let at = 0; at < MIX_FRAME_SAMPLES; at += 1)
        encoder.left[at] = encoder.right[at] =
          0.5 * Math.sin((frame * MIX_FRAME_SAMPLES + at) / 16);
      frames.push(...encoder.encode());
    }
    encoder.close();

    const expected = (10 * sampleRateHz) / 1152;
    expect(frames.length).toBeGreaterThan(expected - 4);
    expect(frames.length).toBeLessThanOrEqual(expected);
    const rateIndex = [44_100, 48_000, 32_000].indexOf(sampleRateHz);
    for (const frame of frames) {
      expect(frame.readUInt16BE(0)).toBe(0xfffb);
      expect((frame.readUInt8(2) >> 2) & 3).toBe(rateIndex);
      expect(frame.readUInt8(3) >> 6).toBe(channels === 1 ? 3 : 1);
      // main_data_begin: 9 bits behind the header; 0 means that the frame stands alone.
      expect((frame.readUInt16BE(4) >> 7) & 0x1ff).toBe(0);
    }
  },
);
