import { writeSync } from "node:fs";
import { openDeviceDecoder } from "../audio/decoder.ts";
import { FrameEncoder } from "../audio/frame-encoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { captureInputOf } from "./capture-rules.ts";

const STDOUT = 1;
const BITRATE_KBPS = 320;

/**
 * The `capture` process: writes what a device records to stdout as MP3, until the device or the reader has gone.
 * Everything blocks its one thread, so a reader that stalls pauses it.
 * @throws DecodeError when the device can't be opened or has gone; a system error when the reader has
 */
export async function runCapture(deviceId: string): Promise<void> {
  process.title = "capture";
  const decoder = openDeviceDecoder(captureInputOf(deviceId));
  const encoder = new FrameEncoder({
    codec: "mp3",
    bitrateKbps: BITRATE_KBPS,
    sampleRateHz: SAMPLE_RATE_HZ,
    channels: CHANNELS,
  });
  for (let piece = decoder.read(); piece !== undefined; piece = decoder.read()) {
    for (const frame of encoder.encode(channelsOf(piece)))
      for (let at = 0; at < frame.length;) at += writeSync(STDOUT, frame, at);
    // The binding frees memory only in a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** @param interleaved stereo */
function channelsOf(interleaved: Float32Array): readonly Float32Array[] {
  const length = interleaved.length / CHANNELS;
  return Array.from({ length: CHANNELS }, (_, channel) =>
    Float32Array.from({ length }, (_sample, index) => interleaved[index * CHANNELS + channel] ?? 0),
  );
}
