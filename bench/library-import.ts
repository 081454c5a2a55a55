import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os, { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { niceness } from "@neonrelay/on-air/media-jobs";
import { analyseFiles } from "../packages/server/src/media/analyse-files.ts";
import { mediaDefaults } from "../packages/server/src/media/media-runner.ts";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import { medianOf } from "./process-figures.ts";
import { BRIDGE_WARNING } from "./soak-air.ts";

const run = promisify(execFile);
const TRACK_SECONDS = 240;
const ROUNDS = 3;
const kinds = [
  [".mp3", ["-b:a", "192k"]],
  [".flac", []],
  [".ogg", ["-c:a", "libvorbis"]],
  [".m4a", ["-b:a", "160k"]],
] as const;
/** The station's measurements of a file: loudness with true peaks, levels, and the sound print. */
const MEASURES = ["-af", "ebur128=peak=true,astats=metadata=0,aresample=48000"];

/**
 * Imports files next to plain FFmpeg processes that decode and measure the same, with equal parallelism and niceness;
 * then again while a programme plays.
 */
export async function measureImport(songs: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-import-"));
  try {
    const files = await makeSongs(folder, songs);
    const atOnce = Math.max(1, availableParallelism() - 1);
    const artworkFolder = path.join(folder, "artwork");
    await mkdir(artworkFolder);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await secondsOf(() => importFiles({ files, atOnce, artworkFolder })));
      theirs.push(await secondsOf(() => measureWithFfmpeg(files, atOnce)));
    }
    const speed = (seconds: number): number => Math.round((files.length * TRACK_SECONDS) / seconds);
    const lateBlocks = await lateWhile(
      { folder, file: files[0] ?? "" },
      async () => await importFiles({ files, atOnce, artworkFolder }),
    );
    const [us, them] = [medianOf(ours), medianOf(theirs)];
    return {
      what: "import",
      files: files.length,
      "at once": atOnce,
      "times real time": speed(us),
      "FFmpeg alone": speed(them),
      ratio: Math.round((them / us) * 100) / 100,
      "late blocks": lateBlocks,
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function importFiles({
  files,
  atOnce,
  artworkFolder,
}: {
  readonly files: readonly string[];
  readonly atOnce: number;
  readonly artworkFolder: string;
}): Promise<void> {
  const results = analyseFiles({
    ...mediaDefaults,
    paths: files,
    artworkFolder,
    niceness: niceness.scan,
    atOnce,
    signal: new AbortController().signal,
  });
  for await (const result of results)
    if (result.kind === "refused") throw new Error(`${result.path}: ${result.reason}`);
}

async function measureWithFfmpeg(files: readonly string[], atOnce: number): Promise<void> {
  const waiting = [...files];
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const input = ["-nostdin", "-v", "error", "-i", file];
      const output = ["-map", "0:a", "-f", "chromaprint", "-y", "/dev/null"];
      await run("nice", ["-n", String(niceness.scan), "ffmpeg", ...input, ...MEASURES, ...output]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** How often the engine was late and the bridge stood in. */
async function lateWhile(
  { folder, file }: { readonly folder: string; readonly file: string },
  work: () => Promise<void>,
): Promise<number> {
  const playing = Promise.withResolvers<void>();
  let isCounting = false;
  let late = 0;
  await using _ = await startBareOnAir({
    folder,
    tracks: [trackOf(file)],
    settings: benchSettings,
    clockSpeed: 1,
    environment: {},
    onMessage: (message) => {
      if (message.kind === "event" && message.event.type === "play.started") playing.resolve();
      if (isCounting && message.kind === "log" && message.line.includes(BRIDGE_WARNING)) late += 1;
    },
  });
  await playing.promise;
  isCounting = true;
  await work();
  return late;
}

/** Noise and changing tones, as long as a song. */
async function makeSongs(folder: string, ofEachKind: number): Promise<readonly string[]> {
  const wanted = kinds.flatMap((kind) =>
    Array.from({ length: ofEachKind }, (_, number) => ({ kind, number })),
  );
  const files: string[] = [];
  for (const {
    kind: [extension, options],
    number,
  } of wanted) {
    const file = path.join(folder, `song-${number}${extension}`);
    const tone = `aevalsrc='0.3*sin(2*PI*(${200 + 40 * number}+100*floor(mod(t,7)))*t)|0.3*sin(2*PI*(${250 + 40 * number}+60*floor(mod(t,5)))*t)':d=${TRACK_SECONDS}:s=44100`;
    const noise = `anoisesrc=d=${TRACK_SECONDS}:c=pink:a=0.2:seed=${number}`;
    const inputs = ["-f", "lavfi", "-i", tone, "-f", "lavfi", "-i", noise];
    const mix = ["-filter_complex", "[0:a][1:a]amix=inputs=2:normalize=0", "-ac", "2"];
    await run("ffmpeg", ["-nostdin", "-v", "error", ...inputs, ...mix, ...options, file]);
    files.push(file);
  }
  return files;
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return (performance.now() - beganMs) / 1000;
}
