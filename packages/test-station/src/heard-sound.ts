import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openDecoder } from "../../on-air/src/audio/decoder.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../../on-air/src/audio/pcm-format.ts";
import type { StreamListener } from "./stream-listener.ts";
import type { Sound } from "./tone-levels.ts";

/** Enough for test tones, at half of the work. */
const EVERY = 2;

/**
 * Decodes a stream with codecs from npm, for suites that run on every machine.
 * @returns the mean of both channels at half of the programme's rate
 */
export async function decodeHere(encoded: Buffer): Promise<Sound> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-heard-"));
  try {
    const file = path.join(folder, "heard.mp3");
    await writeFile(file, encoded);
    const decoder = openDecoder(file);
    const pieces: Float32Array[] = [];
    for (let piece = decoder.read(); piece !== undefined; piece = decoder.read())
      pieces.push(Float32Array.from(piece));
    decoder.close();
    return mixDown(pieces);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function mixDown(pieces: readonly Float32Array[]): Sound {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  const step = EVERY * CHANNELS;
  const samples = new Float32Array(Math.floor(all.length / step));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let part = 0; part < step; part += 1) sum += all[index * step + part] ?? 0;
    samples[index] = sum / step;
  }
  return { samples, sampleRateHz: SAMPLE_RATE_HZ / EVERY };
}

/** The next second of a listener's sound, without anything earlier. */
export async function nextSecond(
  listener: StreamListener,
  { kbps = 192 }: { readonly kbps?: number } = {},
): Promise<Sound> {
  await listener.receive({ bytes: listener.receivedBytes + kbps * 125 });
  const { samples, sampleRateHz } = await decodeHere((await listener.heard()).audio);
  return { samples: samples.subarray(-sampleRateHz), sampleRateHz };
}
