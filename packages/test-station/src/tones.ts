import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { stretchOf, toneLevelsDb, type Sound } from "./tone-levels.ts";

const run = promisify(execFile);

/** A file holding one sine tone, made by ffmpeg in whatever format the name's ending says. */
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

/** A file of noise: no two moments of it sound the same. */
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

/** Root mean square of a stretch, in dB relative to full scale. */
export function levelDb(
  sound: Sound,
  { atMs, lengthMs }: { readonly atMs: number; readonly lengthMs: number },
): number {
  const part = stretchOf(sound, { atMs, lengthMs });
  let sum = 0;
  for (const sample of part) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, part.length) + 1e-12);
}

/**
 * Which tone leads in each window of `windowMs`: the one nearest to the level it has by itself in this sound, so that
 * a crossfade flips in its middle whatever the levels of the two. null where nothing is louder than -60 dB.
 */
export function leadingTones(
  sound: Sound,
  {
    frequenciesHz,
    windowMs,
  }: { readonly frequenciesHz: readonly number[]; readonly windowMs: number },
): (number | null)[] {
  const count = Math.floor((sound.samples.length / sound.sampleRateHz) * (1000 / windowMs));
  const windows = Array.from({ length: count }, (_, index) =>
    toneLevelsDb(sound, { atMs: index * windowMs, lengthMs: windowMs, frequenciesHz }),
  );
  const usual = frequenciesHz.map((_, tone) =>
    Math.max(-40, usualLevelDb(windows.map((levels) => levels[tone] ?? -120))),
  );
  return windows.map((levels) => {
    if (Math.max(...levels) < -60) return null;
    const relative = levels.map((level, tone) => level - (usual[tone] ?? 0));
    return frequenciesHz[relative.indexOf(Math.max(...relative))] ?? null;
  });
}

/** Of the windows near its loudest the middle one: a tone that fades over into itself is 3 dB louder for a moment. */
function usualLevelDb(levels: readonly number[]): number {
  const loudest = Math.max(...levels);
  const near = levels.filter((level) => level > loudest - 6).toSorted((a, b) => a - b);
  return near[Math.floor(near.length / 2)] ?? loudest;
}

/** The values in order without repetitions next to each other. */
export function withoutRepeats<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => index === 0 || value !== values[index - 1]);
}
