/** Sound for tests: files made by the system's ffmpeg, and ears that measure what comes out. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** Writes a sine tone at -6 dBFS in every channel, in the format the file's name says. */
export async function makeTone({
  file,
  hz,
  seconds,
  sampleRateHz = 44_100,
  channels = 2,
  silentSeconds = 0,
  options = [],
}: {
  readonly file: string;
  readonly hz: number;
  readonly seconds: number;
  readonly sampleRateHz?: number;
  readonly channels?: number;
  /** How long it is silent before the tone begins. */
  readonly silentSeconds?: number;
  /** Output options of ffmpeg. */
  readonly options?: readonly string[];
}): Promise<string> {
  const isStereo = channels === 2;
  const wave = Array.from(
    { length: isStereo ? 1 : channels },
    () => `0.5*sin(2*PI*${hz}*t)*gte(t,${silentSeconds})`,
  ).join("|");
  // Two channels are worked out once, which takes half as long.
  const copy = isStereo ? ",pan=stereo|c0=c0|c1=c0" : "";
  const source = `aevalsrc='${wave}':d=${seconds}:s=${sampleRateHz}${copy}`;
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, ...options, file]);
  return file;
}

/** Decodes an MP3 stream as a listener would, to interleaved stereo float32. */
export async function decodeStream(mp3File: string): Promise<Float32Array> {
  const output = ["-f", "f32le", "-ac", "2", "-ar", String(SAMPLE_RATE_HZ), "pipe:1"];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-f", "mp3", "-i", mp3File, ...output], {
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

/** A stretch of the left channel. */
export interface Stretch {
  readonly from: number;
  readonly count: number;
}

/** Level of a stretch in dBFS, a full square wave being 0; -Infinity for digital silence. */
export function levelDb(pcm: Float32Array, { from, count }: Stretch): number {
  let sum = 0;
  for (let at = from; at < from + count; at += 1) sum += (pcm[at * CHANNELS] ?? 0) ** 2;
  return 10 * Math.log10(sum / count);
}

/** Amplitude of one frequency within a stretch. */
export function amplitudeOf(
  pcm: Float32Array,
  { from, count, hz }: Stretch & { readonly hz: number },
): number {
  let real = 0;
  let imaginary = 0;
  for (let at = 0; at < count; at += 1) {
    const angle = (2 * Math.PI * hz * at) / SAMPLE_RATE_HZ;
    const value = pcm[(from + at) * CHANNELS] ?? 0;
    real += value * Math.cos(angle);
    imaginary -= value * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / count;
}
