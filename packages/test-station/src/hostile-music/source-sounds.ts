import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { soundKinds, type SoundKind, type Sounds } from "./hostile-file.ts";

const run = promisify(execFile);
const codecs: Readonly<Record<SoundKind, readonly string[]>> = {
  mp3: ["-b:a", "320k"],
  flac: [],
  wav: [],
  ogg: ["-c:a", "libvorbis", "-q:a", "9"],
  opus: ["-c:a", "libopus", "-b:a", "256k"],
  // Puts the index first, so that a truncated file still has it.
  m4a: ["-b:a", "256k", "-movflags", "+faststart"],
  aiff: [],
};

/** Noise in every file format, made by ffmpeg; the same seed gives the same noise. */
export async function makeSounds({
  seed,
  seconds,
}: {
  readonly seed: number;
  readonly seconds: number;
}): Promise<Sounds> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-sounds-"));
  try {
    const noise = `anoisesrc=color=pink:amplitude=0.3:sample_rate=44100:duration=${seconds}:seed=${seed}`;
    const exact = ["-fflags", "+bitexact", "-flags:a", "+bitexact"];
    const outputs = soundKinds.flatMap((kind) => {
      const tags = ["-metadata", `title=Hostile ${kind}`, "-metadata", "artist=Test Noise"];
      const file = path.join(folder, `sound.${kind}`);
      return ["-map", "0:a", "-ac", "2", ...codecs[kind], ...exact, ...tags, file];
    });
    const input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", noise];
    await run("ffmpeg", [...input, ...outputs]);
    const read = (kind: SoundKind) => readFile(path.join(folder, `sound.${kind}`));
    return {
      mp3: await read("mp3"),
      flac: await read("flac"),
      wav: await read("wav"),
      ogg: await read("ogg"),
      opus: await read("opus"),
      m4a: await read("m4a"),
      aiff: await read("aiff"),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
