import type { MusicFormat } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { FileList } from "./file-list.ts";
import { KnownFiles } from "./known-files.ts";
import { markFilesFound } from "./track-store.ts";
import { eachKnownFile } from "./known-file-store.ts";
import { createOfflineFolders } from "./offline-rules.ts";
import type { FoundFile } from "./scan-rules.ts";
import { walkFolders } from "./walk-music.ts";

/** So many paths are stored, or kept to be read again, at once. */
const PATHS_AT_ONCE = 1000;
const MAX_OUTDATED = 10_000;
/** Folders that are followed between scans, at most. */
const MAX_FOLLOWED = 20_000;

/** What a look at the music folders has found. */
export interface FolderScan {
  /** New or changed files. */
  readonly toRead: FileList;
  /** The first of the unchanged tracks that an older analysis measured, and how many there are. */
  readonly outdated: readonly FoundFile[];
  readonly outdatedCount: number;
  /** How many tracks were missing whose unchanged file is there again. */
  readonly foundAgain: number;
  /** Where files were, and are no more. */
  readonly gone: readonly string[];
  /** Whether another file than the known one is at a place, or none. */
  readonly isLost: (path: string) => boolean;
  /** Whether a file is at the place of a deleted track: it stays what it is. */
  readonly isLeftAlone: (path: string) => boolean;
  /** Pictures that are covers by their names, and new. */
  readonly newCovers: readonly FoundFile[];
  /** The first of the folders looked into. */
  readonly folders: readonly string[];
  readonly unreadable: readonly { readonly folder: string; readonly reason: string }[];
  readonly misnamed: readonly string[];
  /** Folders that are away with their tracks, which stay in the library. */
  readonly offline: readonly { readonly folder: string; readonly tracks: number }[];
}

/**
 * Compares the music folders with what the library knows, in memory that hardly grows with either. Files below a folder
 * that can't be read, or that is away, are not taken for gone.
 * @param leastMs files that were refused as too short, and are not by this, count as never met
 * @param leftOutFormats files that were refused for their format, and are not by this, count as never met
 * @param isNewCover whether a picture that is a cover by its name has not been looked at
 * @param mayBeEmpty a root that can be emptied; all others are mount points of something that is away
 * @param unmounted what is mounted within the roots at other times
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
  // Known first: a file that is uploaded meanwhile is then found twice rather than taken for gone.
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
        const look = known.look(file);
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

/** @param isAway whether a path is below a folder that is away; it counts them */
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

/** Does something with many paths, some at a time. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length; first += PATHS_AT_ONCE)
    await work(items.slice(first, first + PATHS_AT_ONCE));
}
