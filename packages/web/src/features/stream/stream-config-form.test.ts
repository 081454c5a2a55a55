import { expect, test } from "vitest";
import { readStreamConfig } from "./stream-config-form.tsx";

test("invalid numbers in the stream configuration fall back to 128 kbps, 44100 Hz and stereo", () => {
  expect(readStreamConfig({ bitrate: "", sampleRate: "fast", channels: "" })).toEqual({
    bitrate: 128,
    sampleRate: 44_100,
    channels: 2,
  });
});

test("bitrate and channels of the stream configuration stay within 64 to 320 and 1 to 2", () => {
  expect(readStreamConfig({ bitrate: "32", sampleRate: "48000", channels: "6" })).toEqual({
    bitrate: 64,
    sampleRate: 48_000,
    channels: 2,
  });
  expect(readStreamConfig({ bitrate: "500", sampleRate: "48000", channels: "1" })).toEqual({
    bitrate: 320,
    sampleRate: 48_000,
    channels: 1,
  });
});
