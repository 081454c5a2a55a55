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

/** Below the data folder, with a folder for each source: music of sources, which can be fetched again. */
const CACHE_FOLDER = "music-sources";

export function cacheFolderOf(dataDir: string, sourceId: string): string {
  return path.join(dataDir, CACHE_FOLDER, sourceId);
}

interface CacheView {
  readonly sourceId: string;
  readonly folder: string;
  readonly limitBytes: number;
}

/** What to fetch now; `leaving` has to go first. */
interface NextFetch {
  readonly track: AwayTrack;
  readonly leaving: readonly { readonly trackId: string; readonly path: string }[];
}

interface FetchChoice {
  readonly next: NextFetch | null;
  /** Of this source, planned or in the queue, and not here. */
  readonly wanted: number;
  /** What is wanted has no room beside what else is. */
  readonly isFull: boolean;
  /** It will never have room there; null: none is so large. */
  readonly tooLarge: AwayTrack | null;
}

/** What is in the queue and the plan comes first; then the cache is filled by chance. */
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
    // What comes later in the plan may leave for what comes sooner.
    wanted: new Set(wantedIds.slice(0, soonest && wantedIds.indexOf(soonest.trackId))),
    isWanted: soonest !== undefined,
    nowMs: Date.now(),
  });
  if (room === null) return { ...none, isFull: soonest !== undefined };
  const leaving = cached.filter(({ trackId }) => room.includes(trackId));
  return { ...none, next: { track, leaving } };
}

/** The database first: a file without a row is removed at the next start, a row without its file would be played. */
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

/** Makes database and folder agree: what is gone counts as away, and what no track has is removed. */
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
    const found = await stat(file).catch(() => null); // whatever keeps us from it keeps on-air from it too
    if (found?.size === sizeBytes) kept.add(path.basename(file));
    else gone.push(trackId);
  }
  if (gone.length > 0) await saveEvicted(connection, gone);
  for (const name of await readdir(folder))
    if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}
