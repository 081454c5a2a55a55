// @module-tag ffmpeg
import { TestEngine } from "@neonrelay/on-air/test-engine";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyseFiles } from "../media/analyse-files.ts";
import { niceness } from "@neonrelay/on-air/media-jobs";
import { mediaDefaults } from "../media/media-runner.ts";
import { decideCues } from "./cue-point-rules.ts";
import { decideGain } from "./gain-rules.ts";

const run = promisify(execFile);
const RATE_HZ = 44_100;
const TARGET_LUFS = -16;
const SECONDS = 8;

/** Ten tracks with little in common, as ffmpeg sources. */
const sources = {
  "quiet.flac": "anoisesrc=c=pink:a=0.16:seed=1",
  "crushed.mp3": "anoisesrc=c=pink:a=0.9:seed=2,volume=14dB,alimiter=limit=1:level=0",
  "drums.wav": "anoisesrc=c=white:a=0.9:seed=3,volume='0.12+0.88*exp(-mod(t,1)*150)':eval=frame",
  "bass.flac": "aevalsrc=0.8*sin(2*PI*45*t)+0.1*sin(2*PI*90*t)",
  "hats.opus": "anoisesrc=c=white:a=0.6:seed=4:r=48000,highpass=f=8000,tremolo=f=8:d=0.9",
  "speech.ogg":
    "anoisesrc=c=pink:a=0.7:seed=5,bandpass=f=700:t=h:w=900,volume=6dB,tremolo=f=4:d=0.95,volume='if(lt(mod(t,3),2.2),1,0)':eval=frame",
  "mono.m4a": "anoisesrc=c=brown:a=0.5:seed=6,aformat=channel_layouts=mono",
  "wide.flac": "aevalsrc=0.3*sin(2*PI*330*t)|0.3*sin(2*PI*331*t+2)",
  "swell.flac": "anoisesrc=c=pink:a=0.8:seed=7,volume='0.03+0.97*pow(t/8,2)':eval=frame",
  /** The extreme: 30 dB between loudness and peaks. */
  "clicks.wav":
    "anoisesrc=c=pink:a=0.06:seed=8,volume='if(lt(mod(t,2),0.001),40,1)':eval=frame:precision=double",
} as const;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "programme-loudness-"));
  for (const [name, source] of Object.entries(sources)) {
    const input = ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-t", String(SECONDS)];
    const codec = name.endsWith(".ogg") ? ["-c:a", "libvorbis"] : [];
    await run("ffmpeg", [...input, ...codec, path.join(folder, name)]);
  }
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** Reads the files as the library does. */
async function readTracks() {
  const tracks: {
    name: string;
    path: string;
    gainDb: number;
    shortOfTargetDb: number | null;
    cues: ReturnType<typeof decideCues>;
  }[] = [];
  const results = analyseFiles({
    ...mediaDefaults,
    atOnce: 1,
    niceness: niceness.awaited,
    paths: Object.keys(sources).map((name) => path.join(folder, name)),
    artworkFolder: folder,
    signal: AbortSignal.timeout(60_000),
  });
  for await (const result of results) {
    if (result.kind === "refused") throw new Error(result.reason);
    const { analysis } = result;
    const nobodys = { userCueInMs: null, userCueOutMs: null, userStartNextMs: null };
    const none = { cueInMs: null, cueOutMs: null, startNextMs: null };
    tracks.push({
      name: path.basename(result.path),
      path: result.path,
      ...decideGain(analysis, TARGET_LUFS),
      cues: decideCues({
        ...(analysis.cues ?? none),
        ...nobodys,
        contentKind: "music",
        durationMs: analysis.durationMs,
      }),
    });
  }
  return tracks;
}

/** Integrated loudness of part of a stream, in LUFS. */
async function lufsOf(stream: string, [from, count]: Stretch): Promise<number> {
  const trim = `atrim=start_sample=${from}:end_sample=${from + count},ebur128`;
  const options = ["-hide_banner", "-nostats", "-i", stream, "-af", trim, "-f", "null", "-"];
  const { stderr } = await run("ffmpeg", options);
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1]);
}

type Track = Awaited<ReturnType<typeof readTracks>>[number];
/** The position of a play in the stream, in samples. */
type Stretch = readonly [from: number, count: number];

/** Plays the tracks one after another into a stream. @returns the position of each */
async function playAll(tracks: readonly Track[], stream: string): Promise<readonly Stretch[]> {
  const plays = tracks.map(({ path: file, cues, gainDb }) => ({
    playId: randomUUID(),
    source: { kind: "file" as const, path: file, cues, albumPlace: null },
    gainDb,
    offsetMs: cues?.cueInMs ?? 0,
  }));
  const engine = new TestEngine();
  const stretches: Stretch[] = [];
  try {
    // Paused until two are loaded: a fast clock would run past the first.
    engine.start({ current: plays[0] ?? null, isPlaying: false, bitrateKbps: 320, clockSpeed: 15 });
    engine.cue(plays[1] ?? null);
    await engine.event("cue.ready");
    engine.send({ kind: "set-playing", isPlaying: true });
    for (const [index, { playId, offsetMs }] of plays.entries()) {
      const kind = index === 0 ? "play.moved" : "play.started";
      const { audioStartSamples } = await engine.event(kind, (event) => event.playId === playId);
      if (index > 0) engine.cue(plays[index + 1] ?? null);
      const isIt = (event: { readonly playId: string }): boolean => event.playId === playId;
      const { playedSamples } = await engine.event("play.ended", isIt);
      const from = audioStartSamples + Math.round((offsetMs * RATE_HZ) / 1000);
      stretches.push([from, playedSamples]);
    }
    const [from, count] = stretches.at(-1) ?? [0, 0];
    await engine.producedUntil(from + count);
    await writeFile(stream, Buffer.concat(engine.blocks.map(({ bytes }) => bytes)));
    return stretches;
  } finally {
    await engine.end();
  }
}

test("[P4][P7] ten very different tracks play at the station's loudness, except for one that is named", async () => {
  const tracks = await readTracks();
  const stream = path.join(folder, "stream.mp3");
  const stretches = await playAll(tracks, stream);

  const named: string[] = [];
  for (const [index, { name, shortOfTargetDb }] of tracks.entries()) {
    const heardLufs = await lufsOf(stream, stretches[index] ?? [0, 0]);
    if (shortOfTargetDb === null)
      expect(Math.abs(heardLufs - TARGET_LUFS), `${name}: ${heardLufs} LUFS`).toBeLessThan(1);
    else named.push(name);
  }
  expect(named).toEqual(["clicks.wav"]);
});
