import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import {
  MAX_PLAN_ITEMS,
  MAX_ROTATION_TRACKS,
  type PlayableTrack,
} from "@neonrelay/on-air/protocol";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import { medianOf, sharedMemoryMibOf } from "./process-figures.ts";

const run = promisify(execFile);
/** More rotations and plans than a station sends in a day. */
const ROUNDS = 150;
/** The memory of the last rounds counts. */
const LAST_ROUNDS = 50;

/** Memory of on-air, in MiB, while it receives rotations and plans from a library of `trackCount` tracks. */
export async function onAirMemoryMib(trackCount: number): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-library-"));
  try {
    const file = path.join(folder, "tone.mp3");
    const tone = "sine=frequency=330:duration=345:sample_rate=44100";
    const output = ["-ac", "2", "-b:a", "128k", file];
    await run("ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", tone, ...output]);
    const library = Array.from({ length: trackCount }, (_, index) => ({
      ...trackOf(file),
      title: `The title of track ${index}`,
      artist: `Artist ${index % 600} of the library`,
      album: `Album ${index % 1800} of the library`,
    }));
    await using onAir = await startBareOnAir({
      folder,
      tracks: library.slice(0, 1),
      settings: { ...benchSettings, isOpusOn: false, isAacOn: false },
      clockSpeed: 1,
      environment: {},
      onMessage: () => {},
    });
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const tracks = drawn(library, { round, count: MAX_ROTATION_TRACKS });
      await onAir.link.order("setRotation", { tracks });
      const planned = drawn(library, { round: round + 1, count: MAX_PLAN_ITEMS });
      const items = planned.map((track) => ({ ...track, itemId: randomUUID() }));
      await onAir.link.order("setPlan", { items });
      samples.push(sharedMemoryMibOf(onAir.pid));
    }
    return medianOf(samples.slice(-LAST_ROUNDS));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Different tracks each round, until the library is used up. */
function drawn(
  library: readonly PlayableTrack[],
  { round, count }: { readonly round: number; readonly count: number },
): PlayableTrack[] {
  return Array.from({ length: Math.min(count, library.length) }, (_, index) => {
    const track = library[(round * count + index) % library.length];
    if (track === undefined) throw new Error("a library has tracks");
    return track;
  });
}
