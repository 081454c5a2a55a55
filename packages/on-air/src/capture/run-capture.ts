import { writeSync } from "node:fs";
import { openDeviceDecoder } from "../audio/decoder.ts";
import { FrameEncoder } from "../audio/frame-encoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { captureInputOf } from "./capture-rules.ts";

const STDOUT = 1;
const BITRATE_KBPS = 320;

/**
 * The process `capture`: what a device hears goes to stdout as MP3, until the device or the reader is gone. Everything
 * blocks its one thread, so that a reader who takes nothing stops it.
 * @throws DecodeError when the device can't be opened or has gone; an error of the system when the reader has
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
    // The binding lets go of memory in a turn of the event loop alone.
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
