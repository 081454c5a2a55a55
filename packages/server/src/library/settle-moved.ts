import type { Database } from "../database/database.ts";
import {
  listTracksOfSizes,
  listWithoutFingerprint,
  moveTracks,
  saveFingerprint,
  takePlacesOfCopies,
  type MoveBelongings,
} from "./moved-track-store.ts";
import { readFingerprint } from "./file-fingerprint.ts";
import { decideMoves, type DisplacedTrack, type UnsettledFile } from "./move-rules.ts";
import type { FoundFile, ScanDecision } from "./scan-rules.ts";

/** So many files are compared with the library at once. */
const BATCH_FILES = 500;
const FINGERPRINTS_AT_ONCE = 500;

interface Settled {
  /** What is left to be read. */
  readonly toRead: readonly FoundFile[];
  /** How many tracks have a new place. */
  readonly moved: number;
  /** Tracks that took the place of their copies: the id of each by that of its copy. */
  readonly merged: ReadonlyMap<string, string>;
}

/** Finds which of the new and changed files are those of known tracks, and gives these tracks their new place. */
export async function settleMoved(
  database: Database,
  {
    scan,
    moveBelongings,
    signal,
  }: {
    readonly scan: ScanDecision;
    readonly moveBelongings: MoveBelongings;
    readonly signal: AbortSignal;
  },
): Promise<Settled> {
  const unsettled = new Set(scan.toRead.map(({ path }) => path));
  const lostPaths = new Set([...scan.gone, ...unsettled]);
  const leftAlone = new Set(scan.leftAlone);
  // Equal files come together, so that each is compared with all tracks it may be.
  const files = scan.toRead.toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  let moved = 0;
  for (let first = 0; first < files.length; first += BATCH_FILES) {
    signal.throwIfAborted();
    const batch = files.slice(first, first + BATCH_FILES);
    const sizes = [...new Set(batch.map(({ sizeBytes }) => sizeBytes))];
    const known = await listTracksOfSizes(database.connection, sizes);
    const displaced = known.filter(
      ({ isMissing, path }) => (isMissing && !leftAlone.has(path)) || lostPaths.has(path),
    );
    const moves = decideMoves(await recognisable(batch, displaced), displaced);
    await database.transaction((transaction) =>
      moveTracks(
        transaction,
        moves.map(({ trackId, file }) => ({ trackId, ...file })),
      ),
    );
    for (const { file, isUntouched } of moves) if (isUntouched) unsettled.delete(file.path);
    moved += moves.length;
  }
  const merged = await database.transaction((transaction) =>
    takePlacesOfCopies(transaction, { gonePaths: scan.gone, moveBelongings }),
  );
  moved += merged.size;
  return { toRead: scan.toRead.filter(({ path }) => unsettled.has(path)), moved, merged };
}

/** Those as large as a displaced track, with their fingerprints. */
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
 * Fingerprints some tracks that an older release has read.
 * @returns where to go on; null at the end
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
    // One that changed meanwhile is read again by the next scan.
    if (read?.sizeBytes === sizeBytes)
      await saveFingerprint(database.connection, { id, fingerprint: read.hash });
  }
  return list.length < FINGERPRINTS_AT_ONCE ? null : (list.at(-1)?.id ?? null);
}
