// @module-tag ffmpeg
// @module-tag singularity-music
import { niceness } from "@neonrelay/on-air/media-jobs";
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPrint, wordsOfPrint } from "../library/sound-print-rules.ts";
import { analyseFiles } from "../media/analyse-files.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { decideSameRecording, type PrintedSound } from "../library/print-likeness-rules.ts";

const run = promisify(execFile);
const music = "/usr/share/games/singularity/music";
const song = "Awakening";
const otherSong = "Nebula";
/** Of each song, to keep the suite quick. */
const HEARD_SECONDS = "80";
/** The minimum in the search for candidates, see listCandidates. */
const SHARED_WORDS = 2;

/** How each original becomes another file: FFmpeg's arguments, and the file extension. */
const same = {
  "MP3 of 128 kbit/s": [["-b:a", "128k"], "mp3"],
  "Opus of 64 kbit/s": [["-b:a", "64k"], "opus"],
  "FLAC at another rate": [["-ar", "48000"], "flac"],
  // Half a step between two numbers of a print, the worst case.
  "MP3 that begins 0.43 s later": [["-ss", "0.433", "-b:a", "192k"], "mp3"],
  "a quieter AAC": [["-af", "volume=-9dB", "-b:a", "128k"], "m4a"],
} as const;
const others = {
  "a remix that is 4 % faster": [["-af", "atempo=1.04"], "flac"],
  "a remix a semitone higher": [["-af", "asetrate=46722,aresample=44100,atempo=0.9439"], "flac"],
  "a shorter edit": [["-t", "70"], "flac"],
} as const;
const original = "original";
const mixed = "a mix with another song";

let folder: string;
let sounds: ReadonlyMap<string, PrintedSound>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neonrelay-same-"));
  for (const each of [song, otherSong])
    await ffmpeg("-t", HEARD_SECONDS, "-i", `${music}/${each}.ogg`, fileOf(each, original));
  for (const [name, [flags, ending]] of Object.entries({ ...same, ...others }))
    await ffmpeg("-i", fileOf(song, original), ...flags, fileOf(song, name, ending));
  const mix = ["-filter_complex", "[0:a][1:a]amix=inputs=2"];
  const inputs = ["-i", fileOf(song, original), "-i", fileOf(otherSong, original)];
  await ffmpeg(...inputs, ...mix, fileOf(song, mixed));
  sounds = await listen(globSync(path.join(folder, "*.*")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = (song: string, name: string, ending = "flac"): string =>
  path.join(folder, `${song} ${name.replaceAll("/", " per ")}.${ending}`);

async function ffmpeg(...args: readonly string[]): Promise<void> {
  await run("ffmpeg", [
    "-v",
    "error",
    ...args.slice(0, -1),
    "-map_metadata",
    "-1",
    ...args.slice(-1),
  ]);
}

async function listen(paths: readonly string[]): Promise<ReadonlyMap<string, PrintedSound>> {
  const heard = new Map<string, PrintedSound>();
  const results = analyseFiles({
    ...mediaDefaults,
    paths,
    atOnce: 2,
    niceness: niceness.scan,
    artworkFolder: folder,
    signal: AbortSignal.timeout(600_000),
  });
  for await (const result of results) {
    if (result.kind === "refused") throw new Error(`${result.path}: ${result.reason}`);
    const { soundPrint, cues, durationMs } = result.analysis;
    if (soundPrint === null) throw new Error(`${result.path} has no sound print`);
    const heardMs = (cues?.cueOutMs ?? durationMs) - (cues?.cueInMs ?? 0);
    heard.set(result.path, { print: readPrint(Buffer.from(soundPrint, "base64")), heardMs });
  }
  return heard;
}

function soundOf(...file: Parameters<typeof fileOf>): PrintedSound {
  const sound = sounds.get(fileOf(...file));
  if (sound === undefined) throw new Error(`${file.join(" ")} was not heard`);
  return sound;
}

function isFound(one: PrintedSound, other: PrintedSound): boolean {
  const words = new Set(wordsOfPrint(one.print));
  const shared = wordsOfPrint(other.print).filter((word) => words.has(word)).length;
  return shared >= SHARED_WORDS && decideSameRecording(one, other) !== null;
}

test.each(Object.entries(same))("%s is found to be the same recording", (name, [, ending]) => {
  expect(isFound(soundOf(song, original), soundOf(song, name, ending))).toBe(true);
});

test.each([...Object.keys(others), mixed])("%s is another recording", (name) => {
  expect(decideSameRecording(soundOf(song, original), soundOf(song, name))).toBeNull();
});

test("two songs of one maker are not taken for one", () => {
  const [one, other] = [soundOf(song, original), soundOf(otherSong, original)];

  expect(decideSameRecording(one, other)).toBeNull();
});
