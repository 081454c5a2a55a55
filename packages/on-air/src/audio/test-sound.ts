/** Sound for tests: files made here or by the system's ffmpeg, and functions that measure the output. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { CHANNELS, SAMPLE_RATE_HZ } from "./pcm-format.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
/** For longer files it is faster to have ffmpeg repeat one second than to compute the samples here. */
const MAX_WAVE_SECONDS = 60;

/** Writes a sine tone at -6 dBFS in every channel, in the format given by the file's extension. */
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
  /** Length of silence before the tone. */
  readonly silentSeconds?: number;
  /** Output options of ffmpeg. */
  readonly options?: readonly string[];
}): Promise<string> {
  const isPlain = file.endsWith(".wav") && channels === CHANNELS && options.length === 0;
  if (isPlain && seconds <= MAX_WAVE_SECONDS) {
    const wave = (t: number): number =>
      t < silentSeconds ? 0 : 0.5 * Math.sin(2 * Math.PI * hz * t);
    return await writeWave({ file, seconds, sampleRateHz, wave });
  }
  const isStereo = channels === CHANNELS;
  const wave = Array.from(
    { length: isStereo ? 1 : channels },
    () => `0.5*sin(2*PI*${hz}*t)*gte(t,${silentSeconds})`,
  ).join("|");
  // Computing two channels once, and repeating a second of whole waves, takes a fifth of the time.
  const copy = isStereo ? ",pan=stereo|c0=c0|c1=c0" : "";
  const isLooped = silentSeconds === 0 && Number.isInteger(hz) && Number.isInteger(seconds);
  const loop = isLooped ? `,aloop=loop=${seconds - 1}:size=${sampleRateHz}` : "";
  const source = `aevalsrc='${wave}':d=${isLooped ? 1 : seconds}:s=${sampleRateHz}${copy}${loop}`;
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, ...options, file]);
  return file;
}

/**
 * Writes a WAV file of float samples, the same in both channels, without the 0.1 s that ffmpeg takes to start.
 * @param wave the sample at a time in seconds
 */
export async function writeWave({
  file,
  seconds,
  sampleRateHz = SAMPLE_RATE_HZ,
  wave,
}: {
  readonly file: string;
  readonly seconds: number;
  readonly sampleRateHz?: number;
  readonly wave: (t: number) => number;
}): Promise<string> {
  const samples = new Float32Array(Math.round(seconds * sampleRateHz) * CHANNELS);
  for (let at = 0; at < samples.length; at += CHANNELS) {
    samples[at] = wave(at / CHANNELS / sampleRateHz);
    samples[at + 1] = samples[at] ?? 0;
  }
  const frameBytes = CHANNELS * samples.BYTES_PER_ELEMENT;
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(3, 20); // float samples
  head.writeUInt16LE(CHANNELS, 22);
  head.writeUInt32LE(sampleRateHz, 24);
  head.writeUInt32LE(sampleRateHz * frameBytes, 28);
  head.writeUInt16LE(frameBytes, 32);
  head.writeUInt16LE(8 * samples.BYTES_PER_ELEMENT, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.byteLength, 40);
  await writeFile(file, [head, samples]);
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

/**
 * Amplitude of one frequency within a stretch. Rotates the wave from sample to sample: Math.sin takes five times as
 * long.
 */
export function amplitudeOf(
  pcm: Float32Array,
  { from, count, hz }: Stretch & { readonly hz: number },
): number {
  const turn = (2 * Math.PI * hz) / SAMPLE_RATE_HZ;
  const [turnSin, turnCos] = [Math.sin(turn), Math.cos(turn)];
  let [sin, cos] = [0, 1];
  let real = 0;
  let imaginary = 0;
  for (let at = 0; at < count; at += 1) {
    const value = pcm[(from + at) * CHANNELS] ?? 0;
    real += value * cos;
    imaginary -= value * sin;
    const next = sin * turnCos + cos * turnSin;
    cos = cos * turnCos - sin * turnSin;
    sin = next;
  }
  return (2 * Math.hypot(real, imaginary)) / count;
}
