/** A look at all folders that others hardly notice. */
const QUICK_MS = 3000;

/** A file as it lies on the disk. */
export interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

/** A file the library has met before. */
export interface RememberedFile extends FoundFile {
  /** `deleted`: its track was deleted, and its file is left alone. */
  readonly status: "track" | "missing" | "refused" | "deleted";
  /** A track that an older analysis measured. */
  readonly isOutdated: boolean;
}

/** Looks at all folders are so far apart at least. */
const LOOK_EVERY_MS = 60_000;

/** How long after one look at all folders the next one begins: where that takes long, it is rarer. */
export function restUntilNextLook(tookMs: number): number {
  return Math.max(LOOK_EVERY_MS, tookMs * 10);
}

/** How long a change has to wait for a look at all folders, which takes long in a large library. */
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

/** Where the demo tracks lie, and how many there are. */
export interface DemoAlbum {
  readonly demoFolder: string;
  /** Of its jingles, which do not count: a station of six songs has its demo. */
  readonly jinglesFolder: string;
  readonly demoTracks: number;
}

/**
 * Whether to make demo tracks: in a library that holds nothing else, until all of them are there.
 * A track whose file is missing counts; its folder may only be away.
 */
export function needsDemo(remembered: readonly RememberedFile[], album: DemoAlbum): boolean {
  const tracks = remembered.filter((file) => file.status !== "refused");
  return countSongs(tracks, album) < album.demoTracks && holdsOnlyDemo(tracks, album);
}

/** Whether an operator may have them made: as above, but those that were deleted are made again. */
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
