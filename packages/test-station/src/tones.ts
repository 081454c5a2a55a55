import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Sound } from "./tone-levels.ts";

const run = promisify(execFile);

/** Makes a file of one sine tone with ffmpeg, in the format of its extension. */
export async function makeTone({
  file,
  frequencyHz,
  seconds,
  title,
  artist = "Test Tones",
  sampleRateHz = 44_100,
  channels = 2,
}: {
  readonly file: string;
  readonly frequencyHz: number;
  readonly seconds: number;
  readonly title: string;
  readonly artist?: string;
  readonly sampleRateHz?: number;
  readonly channels?: number;
}): Promise<void> {
  await run("ffmpeg", [
    "-nostdin",
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-i",
    `sine=frequency=${frequencyHz}:sample_rate=${sampleRateHz}:duration=${seconds}`,
    "-ac",
    String(channels),
    ...codecOf(file),
    "-metadata",
    `title=${title}`,
    "-metadata",
    `artist=${artist}`,
    file,
  ]);
}

/** Makes a file of noise, in which no two moments sound the same. */
export async function makeNoise({
  file,
  seconds,
  title,
}: {
  readonly file: string;
  readonly seconds: number;
  readonly title: string;
}): Promise<void> {
  const source = `anoisesrc=color=pink:amplitude=0.3:sample_rate=44100:duration=${seconds}`;
  const tags = ["-metadata", `title=${title}`, "-metadata", "artist=Test Tones"];
  await run("ffmpeg", [
    "-nostdin",
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-i",
    source,
    ...tags,
    file,
  ]);
}

function codecOf(file: string): string[] {
  if (file.endsWith(".opus")) return ["-c:a", "libopus"];
  if (file.endsWith(".ogg")) return ["-c:a", "libvorbis"];
  return [];
}

const ANALYSIS_RATE_HZ = 22_050;

/** Decodes encoded audio with ffmpeg, to mono. */
export async function decode(encoded: Buffer): Promise<Sound> {
  const child = run(
    "ffmpeg",
    [
      "-nostdin",
      "-v",
      "error",
      "-f",
      "mp3",
      "-i",
      "pipe:0",
      "-ac",
      "1",
      "-ar",
      String(ANALYSIS_RATE_HZ),
      "-f",
      "f32le",
      "pipe:1",
    ],
    { encoding: "buffer", maxBuffer: 512 * 1024 * 1024 },
  );
  child.child.stdin?.on("error", () => {}).end(encoded);
  const { stdout } = await child;
  const samples = new Float32Array(
    stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length - (stdout.length % 4)),
  );
  return { samples, sampleRateHz: ANALYSIS_RATE_HZ };
}

/** The values in order, without adjacent repetitions. */
export function withoutRepeats<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => index === 0 || value !== values[index - 1]);
}
