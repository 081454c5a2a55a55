import type { Database } from "../database/database.ts";
import {
  listTracksOfSizes,
  listWithoutFingerprint,
  moveTracks,
  saveFingerprint,
  takePlacesOfCopies,
  type MoveBelongings,
} from "./moved-track-store.ts";
import type { FileList } from "./file-list.ts";
import { readFingerprint } from "./file-fingerprint.ts";
import { decideMoves, type DisplacedTrack, type UnsettledFile } from "./move-rules.ts";
import type { MovedFile } from "./moved-folder-rules.ts";
import type { FoundFile } from "./scan-rules.ts";
import type { FolderScan } from "./scan-folders.ts";

/** Files compared with the library per batch. */
const BATCH_FILES = 500;
const FINGERPRINTS_AT_ONCE = 500;
/** Files passed on for reading per batch. */
const BATCH_READ = 2000;

export interface Settled {
  /** How many files still have to be read. */
  readonly unsettled: number;
  /** Those files, in the order found, in batches. */
  readonly batches: () => Generator<readonly FoundFile[], void, undefined>;
  /** Tracks with a new path. */
  readonly moves: readonly MovedFile[];
  /** Tracks that took the path of their copy: the id of each by that of its copy. */
  readonly merged: ReadonlyMap<string, string>;
}

/** Matches new and changed files to known tracks, and gives these their new paths. */
export async function settleMoved(
  database: Database,
  {
    scan,
    moveBelongings,
    signal,
  }: {
    readonly scan: Pick<FolderScan, "toRead" | "gone" | "isLost" | "isLeftAlone">;
    readonly moveBelongings: MoveBelongings;
    readonly signal: AbortSignal;
  },
): Promise<Settled> {
  const { toRead: files } = scan;
  const isSettled = new Uint8Array(files.length);
  // Files of one size stay together, so that each is compared with every track it may be.
  const places = files.bySize();
  const moved: MovedFile[] = [];
  let settled = 0;
  for (let first = 0; first < places.length; first += BATCH_FILES) {
    signal.throwIfAborted();
    const placeByPath = new Map<string, number>();
    const batch: FoundFile[] = [];
    for (const place of places.subarray(first, first + BATCH_FILES)) {
      const file = files.at(place);
      batch.push(file);
      placeByPath.set(file.path, place);
    }
    const sizes = [...new Set(batch.map(({ sizeBytes }) => sizeBytes))];
    const known = await listTracksOfSizes(database.connection, sizes);
    const displaced = known.filter(
      ({ isMissing, path }) => (isMissing && !scan.isLeftAlone(path)) || scan.isLost(path),
    );
    const moves = decideMoves(await recognisable(batch, displaced), displaced);
    await database.transaction((transaction) =>
      moveTracks(
        transaction,
        moves.map(({ trackId, file }) => ({ trackId, ...file })),
      ),
    );
    for (const { file, isUntouched } of moves) {
      const place = placeByPath.get(file.path);
      if (!isUntouched || place === undefined) continue;
      isSettled[place] = 1;
      settled += 1;
    }
    const pathOf = new Map(displaced.map(({ id, path }) => [id, path]));
    for (const { trackId, file } of moves)
      moved.push({ from: pathOf.get(trackId) ?? "", to: file.path });
  }
  const { merged, moves } = await database.transaction((transaction) =>
    takePlacesOfCopies(transaction, { gonePaths: scan.gone, moveBelongings }),
  );
  return {
    unsettled: files.length - settled,
    batches: () => inOrder(files, isSettled),
    moves: [...moved, ...moves],
    merged,
  };
}

function* inOrder(
  files: FileList,
  isSettled: Uint8Array,
): Generator<readonly FoundFile[], void, undefined> {
  let batch: FoundFile[] = [];
  for (let place = 0; place < files.length; place += 1) {
    if (isSettled[place] === 1) continue;
    batch.push(files.at(place));
    if (batch.length < BATCH_READ) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Files as large as a displaced track, with their fingerprints. */
async function recognisable(
  files: readonly FoundFile[],
  displaced: readonly (DisplacedTrack & { readonly sizeBytes: number })[],
): Promise<readonly UnsettledFile[]> {
  const sizes = new Set(displaced.map(({ sizeBytes }) => sizeBytes));
  const found: UnsettledFile[] = [];
  for (const file of files) {
    if (!sizes.has(file.sizeBytes)) continue;
    const read = await readFingerprint(file.path);
    if (read?.sizeBytes === file.sizeBytes) found.push({ ...file, fingerprint: read.hash });
  }
  return found;
}

/**
 * Fingerprints some tracks read by an older release.
 * @returns where to continue; null at the end
 */
export async function addFingerprints(
  database: Database,
  { afterId, signal }: { readonly afterId: string | null; readonly signal: AbortSignal },
): Promise<string | null> {
  const page = { afterId, limit: FINGERPRINTS_AT_ONCE };
  const list = await listWithoutFingerprint(database.connection, page);
  for (const { id, path, sizeBytes } of list) {
    signal.throwIfAborted();
    const read = await readFingerprint(path);
    // A file that changed in the meantime is read by the next scan.
    if (read?.sizeBytes === sizeBytes)
      await saveFingerprint(database.connection, { id, fingerprint: read.hash });
  }
  return list.length < FINGERPRINTS_AT_ONCE ? null : (list.at(-1)?.id ?? null);
}
