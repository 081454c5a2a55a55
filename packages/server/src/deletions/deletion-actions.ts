import type { DeletedFileChoice, UsedTrack } from "@neonrelay/contract";
import path from "node:path";
import type { Connection, Database } from "../database/database.ts";
import { listMusicFolders } from "../library/music-folder-store.ts";
import { moveTracks } from "../library/moved-track-store.ts";
import { lockQueue } from "../queue/queue-store.ts";
import { saveChange } from "../queue/queue-changes.ts";
import { decideDeletion } from "./deletion-rules.ts";
import {
  dropDeletions,
  findDoomed,
  forgetErased,
  forgetTracks,
  insertDeletions,
  listMissing,
  setDeletionState,
  type StoredDeletion,
} from "./deletion-store.ts";
import { inParallel } from "./in-parallel.ts";
import { eraseFile, isLostFromTrash, moveToTrash, restoreFile, syncTrash } from "./trash-file.ts";
import { listUsedTracks } from "./track-use-store.ts";

export interface DeletionFailure {
  readonly trackId: string;
  readonly title: string;
  readonly reason: string;
}

export interface Folders {
  readonly dataDir: string;
  readonly musicDirs: readonly string[];
}

/** An interrupted run repeats at most this many. */
const FILES_PER_TRANSACTION = 100;
const FILES_AT_ONCE = 16;
const EARLIER_FILE =
  "An earlier file of it is still in the trash: restore or erase that one first, under Library Care, Trash";
const NOT_IN_TRASH = "Its file is no longer in the trash";

type DeletionStart =
  | { readonly kind: "in-use"; readonly used: readonly UsedTrack[] }
  | {
      readonly kind: "begun";
      /** Of tracks that are already gone. */
      readonly forgotten: number;
      /** Deletions with files to move or erase. */
      readonly trackIds: readonly string[];
      readonly kept: number;
      readonly failures: readonly DeletionFailure[];
      readonly hasLeftQueue: boolean;
    };

/** Removes tracks from the library and the queue, and records what should happen to their files. */
export async function beginDeletion(
  database: Database,
  {
    trackIds,
    files,
    includesUsed,
    deletedBy,
    folders,
  }: {
    readonly trackIds: readonly string[];
    readonly files: DeletedFileChoice;
    readonly includesUsed: boolean;
    readonly deletedBy: string;
    readonly folders: Folders;
  },
): Promise<DeletionStart> {
  const imported = await listMusicFolders(database.connection);
  const roots = {
    dataDir: path.resolve(folders.dataDir),
    musicDirs: [...folders.musicDirs, ...imported].map((folder) => path.resolve(folder)),
  };
  return await database.transaction<DeletionStart>(async (transaction) => {
    // Locked before the tracks, as in every change of the queue.
    const places = await lockQueue(transaction);
    const used = await listUsedTracks(transaction, trackIds);
    if (used.length > 0 && !includesUsed) return { kind: "in-use", used };
    const found = await findDoomed(transaction, trackIds, { isLocked: true });
    const doomed = found.filter(({ hasEarlierFile }) => !hasEarlierFile);
    const decided = doomed.map((track) => ({
      track,
      decision: decideDeletion(track, { files, ...roots }),
    }));
    const gone = new Set(doomed.map(({ id }) => id));
    const hasLeftQueue = await leaveQueue(transaction, { places, gone, deletedBy });
    const forgotten = decided.filter(({ decision }) => decision.kind === "forget");
    await forgetTracks(
      transaction,
      forgotten.map(({ track }) => track.id),
    );
    const deletions = decided.flatMap(({ track, decision }) =>
      decision.kind === "forget"
        ? []
        : {
            trackId: track.id,
            path: track.path,
            sizeBytes: track.sizeBytes,
            deletedBy,
            trashPath: decision.kind === "trash" ? decision.trashPath : null,
            state: stateOf(decision.kind),
          },
    );
    await insertDeletions(transaction, deletions);
    const moving = deletions.filter(({ state }) => state !== "kept");
    return {
      kind: "begun",
      forgotten: forgotten.length,
      trackIds: moving.map(({ trackId }) => trackId),
      kept: deletions.length - moving.length,
      failures: found
        .filter(({ hasEarlierFile }) => hasEarlierFile)
        .map(({ id, title }) => ({ trackId: id, title, reason: EARLIER_FILE })),
      hasLeftQueue,
    };
  });
}

/** Moves or erases the files of unfinished deletions. A deletion whose file can't be moved is undone. */
export async function finishDeletions(
  database: Database,
  deletions: readonly StoredDeletion[],
): Promise<readonly DeletionFailure[]> {
  const failures: DeletionFailure[] = [];
  for (let first = 0; first < deletions.length; first += FILES_PER_TRANSACTION) {
    const batch = deletions.slice(first, first + FILES_PER_TRANSACTION);
    const ended = new Map<Ending, string[]>();
    const finished = await inParallel(batch, FILES_AT_ONCE, finishFile);
    // Afterwards, as one sync can cover several moves.
    const trashed = finished.filter(([, { ending }]) => ending === "trashed");
    await inParallel(trashed, FILES_AT_ONCE, async ([{ trashPath }]) => {
      if (trashPath !== null) await syncTrash(trashPath);
    });
    for (const [{ trackId, title }, { ending, reason }] of finished) {
      if (reason !== null) failures.push({ trackId, title, reason });
      ended.set(ending, [...(ended.get(ending) ?? []), trackId]);
    }
    await database.transaction(async (transaction) => {
      const idsOf = (ending: Ending): readonly string[] => ended.get(ending) ?? [];
      await setDeletionState(transaction, { trackIds: idsOf("trashed"), state: "trashed" });
      await forgetErased(transaction, idsOf("erased"));
      await dropDeletions(transaction, { trackIds: idsOf("gone"), isBack: false });
      await dropDeletions(transaction, { trackIds: idsOf("back"), isBack: true });
    });
  }
  return failures;
}

/** `back`: its file stays where it was, in the library. */
type Ending = "trashed" | "erased" | "gone" | "back";

async function finishFile({
  state,
  path: filePath,
  trashPath,
}: StoredDeletion): Promise<{ readonly ending: Ending; readonly reason: string | null }> {
  const erases = state === "erasing";
  const outcome = erases
    ? await eraseFile({ filePath: trashPath ?? filePath, isInTrash: trashPath !== null })
    : await moveToTrash({ from: filePath, to: trashPath ?? filePath });
  switch (outcome.kind) {
    case "done":
      return { ending: erases ? "erased" : "trashed", reason: null };
    case "gone":
      return { ending: "gone", reason: null };
    case "refused":
      return { ending: erases && trashPath !== null ? "trashed" : "back", reason: outcome.reason };
    default:
      return outcome satisfies never;
  }
}

/** Puts files back in place, and their tracks into the library. */
export async function restoreDeletions(
  database: Database,
  deletions: readonly StoredDeletion[],
): Promise<readonly DeletionFailure[]> {
  const failures: DeletionFailure[] = [];
  for (let first = 0; first < deletions.length; first += FILES_PER_TRANSACTION) {
    const kept: string[] = [];
    const gone: string[] = [];
    const back: { trackId: string; path: string; modifiedAtMs: number }[] = [];
    const batch = deletions.slice(first, first + FILES_PER_TRANSACTION);
    const restoring = await inParallel(
      batch,
      FILES_AT_ONCE,
      async ({ trashPath, path: filePath }) =>
        trashPath === null ? null : await restoreFile({ trashPath, filePath }),
    );
    for (const [{ trackId, title }, outcome] of restoring) {
      if (outcome === null) {
        kept.push(trackId);
        continue;
      }
      if (outcome.kind === "restored") {
        back.push({ trackId, ...pathOf(outcome) });
        continue;
      }
      const isGone = outcome.kind === "gone";
      if (isGone) gone.push(trackId);
      failures.push({ trackId, title, reason: isGone ? NOT_IN_TRASH : outcome.reason });
    }
    const restored = back.map(({ trackId }) => trackId);
    await database.transaction(async (transaction) => {
      await dropDeletions(transaction, { trackIds: kept, isBack: true });
      await dropDeletions(transaction, { trackIds: [...gone, ...restored], isBack: false });
      const missing = await listMissing(transaction, restored);
      // A track that has another file by now keeps it; the scan makes a new track of the restored file.
      await moveTracks(
        transaction,
        back.filter(({ trackId }) => missing.has(trackId)),
      );
    });
  }
  return failures;
}

/** Drops deletions whose files someone removed from the trash by hand. */
export async function dropLost(
  database: Database,
  deletions: readonly StoredDeletion[],
): Promise<number> {
  const lost: string[] = [];
  for (const { trackId, trashPath } of deletions)
    if (trashPath !== null && (await isLostFromTrash(trashPath))) lost.push(trackId);
  await dropDeletions(database.connection, { trackIds: lost, isBack: false });
  return lost.length;
}

function pathOf({
  path: filePath,
  modifiedAtMs,
}: {
  readonly path: string;
  readonly modifiedAtMs: number;
}) {
  return { path: path.resolve(filePath), modifiedAtMs };
}

function stateOf(kind: "keep" | "trash" | "erase"): StoredDeletion["state"] {
  switch (kind) {
    case "keep":
      return "kept";
    case "trash":
      return "trashing";
    case "erase":
      return "erasing";
    default:
      return kind satisfies never;
  }
}

async function leaveQueue(
  transaction: Connection,
  {
    places,
    gone,
    deletedBy,
  }: {
    readonly places: Awaited<ReturnType<typeof lockQueue>>;
    readonly gone: ReadonlySet<string>;
    readonly deletedBy: string;
  },
): Promise<boolean> {
  const removed = places.filter(({ trackId }) => gone.has(trackId));
  if (removed.length === 0) return false;
  await saveChange(transaction, {
    name: "remove",
    changedBy: deletedBy,
    before: { places, addedEntryId: null },
    change: {
      kind: "changed",
      kept: places.filter(({ trackId }) => !gone.has(trackId)),
      removed,
    },
  });
  return true;
}
