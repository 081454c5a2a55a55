import type { MusicFormat } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { FileList } from "./file-list.ts";
import { KnownFiles } from "./known-files.ts";
import { markFilesFound } from "./track-store.ts";
import { eachKnownFile } from "./known-file-store.ts";
import { createOfflineFolders } from "./offline-rules.ts";
import type { FoundFile } from "./scan-rules.ts";
import { walkFolders } from "./walk-music.ts";

/** Maximum paths stored at once, and maximum outdated tracks collected. */
const PATHS_AT_ONCE = 1000;
const MAX_OUTDATED = 10_000;
/** Maximum folders watched between scans. */
const MAX_FOLLOWED = 20_000;

/** The result of scanning the music folders. */
export interface FolderScan {
  /** New or changed files. */
  readonly toRead: FileList;
  /** The first of the unchanged tracks of an older analysis, and their total number. */
  readonly outdated: readonly FoundFile[];
  readonly outdatedCount: number;
  /** Missing tracks whose unchanged file is back. */
  readonly foundAgain: number;
  /** Paths of files that no longer exist. */
  readonly gone: readonly string[];
  /** Whether the known file is gone from a path or was replaced. */
  readonly isLost: (path: string) => boolean;
  /** Whether a deleted track still has a file at a path: it stays deleted. */
  readonly isLeftAlone: (path: string) => boolean;
  /** New pictures that are covers by their names. */
  readonly newCovers: readonly FoundFile[];
  /** The first of the folders visited. */
  readonly folders: readonly string[];
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
  readonly misnamed: readonly string[];
  /** Offline folders with their tracks, which stay in the library. */
  readonly offline: readonly { readonly folder: string; readonly tracks: number }[];
}

/**
 * Compares the music folders with the library, in memory that hardly grows with either. Files below an unreadable or
 * offline folder don't count as gone.
 * @param leastMs a file refused as too short that lasts at least this counts as unknown
 * @param leftOutFormats a file refused only for a format not among these counts as unknown
 * @param isNewCover whether a picture with a cover's name has not been examined
 * @param mayBeEmpty the one root that may be empty; any other empty root is the mount point of something offline
 * @param unmounted places within the roots that are mounted at other times
 */
export async function scanFolders(
  connection: Connection,
  {
    roots,
    mayBeEmpty,
    unmounted,
    leastMs,
    leftOutFormats,
    isNewCover,
    signal,
  }: {
    readonly roots: readonly string[];
    readonly mayBeEmpty: string;
    readonly unmounted: readonly string[];
    readonly leastMs: number;
    readonly leftOutFormats: readonly MusicFormat[];
    readonly isNewCover: (picture: FoundFile) => boolean;
    readonly signal: AbortSignal;
  },
): Promise<FolderScan> {
  // Reads known files first: a file uploaded during the scan is then found twice rather than declared gone.
  const known = new KnownFiles();
  const rules = { leastMs, leftOutFormats, signal };
  await eachKnownFile(connection, { ...rules, take: (file) => known.add(file) });
  const offline = createOfflineFolders(unmounted);
  const emptyRoots = new Set(roots.filter((root) => root !== mayBeEmpty));
  const toRead = new FileList();
  const outdated: FoundFile[] = [];
  const newCovers: FoundFile[] = [];
  const folders: string[] = [];
  const unreadable: { folder: string; reason: string }[] = [];
  const misnamed: string[] = [];
  let outdatedCount = 0;
  let foundAgain = 0;
  for await (const step of walkFolders(roots, signal)) {
    if (step.kind === "unreadable") {
      unreadable.push(step);
      offline.add(step.folder);
    } else if (step.kind === "folder") {
      if (folders.length < MAX_FOLLOWED) folders.push(step.folder);
      misnamed.push(...step.misnamed);
      if (step.cover !== null && isNewCover(step.cover)) newCovers.push(step.cover);
      if (step.isEmpty && emptyRoots.has(step.folder)) offline.add(step.folder);
    } else {
      const back: string[] = [];
      for (const file of step.files) {
        const look = known.compare(file);
        if (look.kind === "to-read") toRead.push(file);
        if (look.kind !== "unchanged") continue;
        if (look.isFoundAgain) back.push(file.path);
        if (!look.isOutdated) continue;
        outdatedCount += 1;
        if (outdated.length < MAX_OUTDATED) outdated.push(file);
      }
      foundAgain += back.length;
      if (back.length > 0) await markFilesFound(connection, back);
    }
  }
  const gone = await findGone(connection, { ...rules, known, isAway: offline.holds });
  return {
    toRead,
    outdated,
    outdatedCount,
    foundAgain,
    gone,
    isLeftAlone: (path) => known.isLeftAlone(path),
    isLost: (path) => known.isLost(path),
    newCovers,
    folders,
    unreadable,
    misnamed,
    offline: offline.withTracks(),
  };
}

/** @param isAway whether a path is below an offline folder; it counts them */
async function findGone(
  connection: Connection,
  {
    known,
    isAway,
    ...rules
  }: {
    readonly known: KnownFiles;
    readonly leastMs: number;
    readonly leftOutFormats: readonly MusicFormat[];
    readonly signal: AbortSignal;
    readonly isAway: (path: string) => boolean;
  },
): Promise<readonly string[]> {
  const gone = new Set<string>();
  await eachKnownFile(connection, {
    ...rules,
    take: ({ path, status }) => {
      const wasThere = status === "track" || status === "refused";
      if (wasThere && known.isUnseen(path) && !isAway(path)) gone.add(path);
    },
  });
  return [...gone];
}

/** Processes many paths in batches. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length; first += PATHS_AT_ONCE)
    await work(items.slice(first, first + PATHS_AT_ONCE));
}
