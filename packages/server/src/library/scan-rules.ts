/** A scan this short hardly disturbs anything. */
const QUICK_MS = 3000;

/** A file on disk. */
export interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

/** A file known to the library. */
export interface RememberedFile extends FoundFile {
  /** `deleted`: its track was deleted, and its file is left alone. */
  readonly status: "track" | "missing" | "refused" | "deleted";
  /** Measured by an older analysis. */
  readonly isOutdated: boolean;
}

/** Minimum interval between scans of all folders. */
const CHECK_INTERVAL_MS = 60_000;

/** Pause after a scan of all folders, in ms: the longer scans take, the rarer they are. */
export function restUntilNextLook(tookMs: number): number {
  return Math.max(CHECK_INTERVAL_MS, tookMs * 10);
}

/** How long a change waits for a scan of all folders, which takes long in a large library. */
export function restBeforeChange({
  tookMs,
  endedAtMs,
  nowMs,
}: {
  readonly tookMs: number;
  readonly endedAtMs: number;
  readonly nowMs: number;
}): number {
  if (tookMs < QUICK_MS) return 0;
  return Math.max(0, endedAtMs + tookMs * 2 - nowMs);
}

/** The demo folder, and its number of tracks. */
export interface DemoAlbum {
  readonly demoFolder: string;
  /** Folder of its jingles, which don't count: a station with six songs has its demo. */
  readonly jinglesFolder: string;
  readonly demoTracks: number;
}

/**
 * Whether to make demo tracks: while the library holds nothing else, until all exist. A missing track counts as
 * existing; its folder may only be offline.
 */
export function needsDemo(remembered: readonly RememberedFile[], album: DemoAlbum): boolean {
  const tracks = remembered.filter((file) => file.status !== "refused");
  return countSongs(tracks, album) < album.demoTracks && holdsOnlyDemo(tracks, album);
}

/** Whether an operator may have them made: as above, but deleted ones are made again. */
export function mayMakeDemo(remembered: readonly RememberedFile[], album: DemoAlbum): boolean {
  const tracks = remembered.filter((file) => file.status !== "refused");
  const there = tracks.filter((file) => file.status === "track");
  return countSongs(there, album) < album.demoTracks && holdsOnlyDemo(tracks, album);
}

export function countSongs(
  files: readonly Pick<FoundFile, "path">[],
  { jinglesFolder }: Pick<DemoAlbum, "jinglesFolder">,
): number {
  return files.filter((file) => !file.path.startsWith(`${jinglesFolder}/`)).length;
}

function holdsOnlyDemo(tracks: readonly RememberedFile[], { demoFolder }: DemoAlbum): boolean {
  return tracks.every((track) => track.path.startsWith(`${demoFolder}/`));
}
