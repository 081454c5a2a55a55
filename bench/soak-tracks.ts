import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { CuePoints, PlayableTrack } from "@neonrelay/on-air/protocol";
import { trackOf } from "./bare-on-air.ts";

const run = promisify(execFile);
const TRACK_SECONDS = 15;
const kinds = [
  [".mp3", ["-b:a", "128k"]],
  [".flac", []],
  [".wav", []],
  [".opus", ["-b:a", "96k"]],
  [".ogg", ["-c:a", "libvorbis"]],
  [".m4a", ["-b:a", "128k"]],
] as const;
/** The kinds of joins: by crossfade, after a fading end, in the middle of the sound. */
const cues: readonly (CuePoints | null)[] = [
  null,
  { cueInMs: 0, cueOutMs: 14_800, startNextMs: 11_000, isDecay: true },
  { cueInMs: 300, cueOutMs: 14_000, startNextMs: 12_500, isDecay: false },
];

/** Tracks of 15 s: each format with each kind of join, also at other sample rates. */
export async function makeSoakTracks(folder: string): Promise<readonly PlayableTrack[]> {
  const variants = kinds.flatMap((kind) => cues.map((cue) => ({ kind, cue })));
  return await Promise.all(
    variants.map(async ({ kind: [extension, options], cue }, index) => {
      const file = path.join(folder, `soak-${index}${extension}`);
      const tone = `aevalsrc='0.3*sin(2*PI*${200 + 40 * index}*t)|0.3*sin(2*PI*${250 + 40 * index}*t)':d=${TRACK_SECONDS}:s=${index % 2 === 0 ? 44_100 : 48_000}`;
      const noise = `anoisesrc=d=${TRACK_SECONDS}:c=pink:a=0.2:seed=${index}`;
      const mix = "[0:a][1:a]amix=inputs=2:normalize=0,afade=t=out:st=11:d=4";
      const inputs = ["-f", "lavfi", "-i", tone, "-f", "lavfi", "-i", noise];
      const output = ["-filter_complex", mix, "-ac", "2", ...options, file];
      await run("ffmpeg", ["-nostdin", "-v", "error", ...inputs, ...output]);
      return { ...trackOf(file), durationMs: TRACK_SECONDS * 1000, cues: cue };
    }),
  );
}
