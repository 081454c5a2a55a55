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

export interface ScanDecision {
  /** New or changed: to be read. */
  readonly toRead: readonly FoundFile[];
  /** Unchanged tracks that an older analysis measured: to be read again, when there is time. */
  readonly outdated: readonly FoundFile[];
  /** Tracks whose unchanged file is there again. */
  readonly foundAgain: readonly string[];
  readonly gone: readonly string[];
  /** Files of deleted tracks: they stay what they are. */
  readonly leftAlone: readonly string[];
}

/** Compares what lies on the disk with what the library knows. */
export function decideScan(
  found: readonly FoundFile[],
  remembered: readonly RememberedFile[],
): ScanDecision {
  const knownByPath = new Map(remembered.map((file) => [file.path, file]));
  // A track whose changed file was refused is remembered twice; the refusal is the newer word.
  for (const file of remembered) if (file.status === "refused") knownByPath.set(file.path, file);
  for (const file of remembered) if (file.status === "deleted") knownByPath.set(file.path, file);
  const toRead: FoundFile[] = [];
  const outdated: FoundFile[] = [];
  const foundAgain: string[] = [];
  const leftAlone: string[] = [];
  for (const file of found) {
    const known = knownByPath.get(file.path);
    if (known?.status === "deleted") leftAlone.push(file.path);
    else if (known === undefined || isChanged(file, known)) toRead.push(file);
    else {
      if (known.status === "missing") foundAgain.push(file.path);
      if (known.isOutdated) outdated.push(file);
    }
  }
  const foundPaths = new Set(found.map((file) => file.path));
  const gone = remembered
    .filter(({ status }) => status === "track" || status === "refused")
    .filter((file) => !foundPaths.has(file.path))
    .map((file) => file.path);
  return { toRead, outdated, foundAgain, gone: [...new Set(gone)], leftAlone };
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

function isChanged(file: FoundFile, known: FoundFile): boolean {
  return file.sizeBytes !== known.sizeBytes || file.modifiedAtMs !== known.modifiedAtMs;
}
