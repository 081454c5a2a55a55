import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Connection } from "../database/database.ts";
import { expectedBytes, makeRoom } from "./cache-rules.ts";
import {
  drawAwayTrack,
  listAwayTracks,
  listCachedTracks,
  listWantedTracks,
  saveEvicted,
  savePlaces,
  type AwayTrack,
} from "./cached-sound-store.ts";
import { UNFINISHED } from "./fetch-sound.ts";

/** Below the data folder, with a folder per source. Everything in it can be fetched again. */
const CACHE_FOLDER = "music-sources";

export function cacheFolderOf(dataDir: string, sourceId: string): string {
  return path.join(dataDir, CACHE_FOLDER, sourceId);
}

interface CacheView {
  readonly sourceId: string;
  readonly folder: string;
  readonly limitBytes: number;
}

/** What to fetch next, after evicting `leaving`. */
interface NextFetch {
  readonly track: AwayTrack;
  readonly leaving: readonly { readonly trackId: string; readonly path: string }[];
}

interface FetchChoice {
  readonly next: NextFetch | null;
  /** Tracks of this source in the plan or the queue that are not cached. */
  readonly wanted: number;
  /** A wanted track does not fit beside the other wanted ones. */
  readonly isFull: boolean;
  /** A track larger than the whole cache; null: none. */
  readonly tooLarge: AwayTrack | null;
}

/** Tracks in the queue and the plan come first; then random ones fill the cache. */
export async function chooseFetch(
  connection: Connection,
  { sourceId, limitBytes }: CacheView,
): Promise<FetchChoice> {
  const wantedIds = await listWantedTracks(connection);
  const away = await listAwayTracks(connection, { sourceId, trackIds: wantedIds });
  const [soonest] = away;
  const track = soonest ?? (await drawAwayTrack(connection, sourceId));
  const wanted = away.length;
  const none = { next: null, wanted, isFull: false, tooLarge: null };
  if (track === undefined) return none;
  if (expectedBytes(track) > limitBytes) return { ...none, tooLarge: track };
  const cached = await listCachedTracks(connection, sourceId);
  const room = makeRoom(cached, {
    neededBytes: expectedBytes(track),
    limitBytes,
    // Tracks planned for later may be evicted for one that is needed sooner.
    wanted: new Set(wantedIds.slice(0, soonest && wantedIds.indexOf(soonest.trackId))),
    isWanted: soonest !== undefined,
    nowMs: Date.now(),
  });
  if (room === null) return { ...none, isFull: soonest !== undefined };
  const leaving = cached.filter(({ trackId }) => room.includes(trackId));
  return { ...none, next: { track, leaving } };
}

/** Database first: a file without a row is removed at the next start, but a row without a file would be played. */
export async function evict(
  connection: Connection,
  leaving: readonly { readonly trackId: string; readonly path: string }[],
): Promise<void> {
  if (leaving.length === 0) return;
  await saveEvicted(
    connection,
    leaving.map(({ trackId }) => trackId),
  );
  for (const { path: file } of leaving) await rm(file, { force: true });
}

/** Reconciles database and folder: lost files count as uncached, and files without a track are removed. */
export async function tidyCache(
  connection: Connection,
  { sourceId, folder }: Pick<CacheView, "sourceId" | "folder">,
): Promise<void> {
  await rm(path.join(folder, UNFINISHED), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await savePlaces(connection, { sourceId, folder });
  const cached = await listCachedTracks(connection, sourceId);
  const kept = new Set<string>();
  const gone: string[] = [];
  for (const { trackId, path: file, sizeBytes } of cached) {
    const found = await stat(file).catch(() => null); // if we can't read it, on-air can't either
    if (found?.size === sizeBytes) kept.add(path.basename(file));
    else gone.push(trackId);
  }
  if (gone.length > 0) await saveEvicted(connection, gone);
  for (const name of await readdir(folder))
    if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}
