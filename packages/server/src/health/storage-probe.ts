import path from "node:path";
import { isDiskFull } from "@neonrelay/process/disk-full";
import type { Health } from "@neonrelay/contract";
import { opendir, rm, statfs, writeFile } from "node:fs/promises";
import type { ServerConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { listMusicFolders } from "../library/music-folder-store.ts";
import type { StationLock } from "../database/station-lock.ts";
import { tryWriting } from "./storage-store.ts";
import { countTrackFiles } from "../library/known-file-store.ts";
import { codeOf } from "../library/place-file.ts";

/** State of what the station stores and plays. */
interface StorageState {
  /** Whether the database accepts writes and is only this station's. */
  readonly writing: PartState;
  readonly disk: PartState;
  readonly music: PartState;
}

/** The parts of health that depend on storage. */
type StorageHealth = Readonly<Record<keyof StorageState, Health["database"]>>;
export type StorageProbe = () => Promise<StorageHealth>;

/** The call is public, so results are cached; a failure is rechecked sooner. */
const KEPT_MS = 5000;
const FAILURE_KEPT_MS = 1000;
/** A network folder may never answer. */
const LIMIT_MS = 2000;
/** Below DATA_DIR: shows that this user, with its quota, can write. */
const PROBE_FILE = ".storage-probe";
const PROBE_BYTES = 64 * 1024;

export interface StorageParts {
  readonly database: Database;
  readonly config: Pick<ServerConfig, "dataDir" | "musicDirs">;
  readonly lock: StationLock | null;
}

/** One check at a time; callers during it share the result. */
export function createStorageProbe(
  parts: StorageParts & { readonly nowMs: () => number },
): StorageProbe {
  let last: { readonly state: StorageState; readonly atMs: number } | null = null;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const state = await findStorageState(parts);
    last = { state, atMs: parts.nowMs() };
  };
  return async () => {
    const isGood = last !== null && Object.values(last.state).every(({ ok }) => ok);
    const keptMs = isGood ? KEPT_MS : FAILURE_KEPT_MS;
    if (last === null || parts.nowMs() - last.atMs >= keptMs) {
      looking ??= look().finally(() => (looking = null));
      await looking;
    }
    const { state, atMs } = last ?? { state: notYet, atMs: parts.nowMs() };
    const ageMs = Math.round(parts.nowMs() - atMs);
    return {
      writing: { ...state.writing, ageMs },
      disk: { ...state.disk, ageMs },
      music: { ...state.music, ageMs },
    };
  };
}

const late: PartState = { ok: false, detail: `no answer within ${LIMIT_MS / 1000} s` };
const notYet: StorageState = { writing: late, disk: late, music: late };

/** Checks everything now. */
async function findStorageState({
  database,
  config: { dataDir, musicDirs },
  lock,
}: {
  readonly database: Database;
  readonly config: Pick<ServerConfig, "dataDir" | "musicDirs">;
  readonly lock: StationLock | null;
}): Promise<StorageState> {
  const [writing, disk, music] = await Promise.all([
    withinLimit(findWriting(database, lock)),
    withinLimit(findDisk(dataDir)),
    withinLimit(findMusic(database, { dataDir, musicDirs })),
  ]);
  return { writing, disk, music };
}

export async function findWriting(
  database: Database,
  lock: StationLock | null,
): Promise<PartState> {
  if (lock?.state.kind === "taken")
    return { ok: false, detail: "another station uses this database" };
  try {
    await tryWriting(database);
    return { ok: true, detail: database.engine };
  } catch (error) {
    return { ok: false, detail: isDiskFull(error) ? "its disk is full" : "not writable" };
  }
}

export async function findDisk(dataDir: string): Promise<PartState> {
  const file = path.join(dataDir, PROBE_FILE);
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES));
    await rm(file, { force: true });
  } catch (error) {
    await rm(file, { force: true }).catch(() => {}); // the first failure gets reported
    return {
      ok: false,
      detail: isDiskFull(error) ? "full" : `not writable (${String(codeOf(error))})`,
    };
  }
  const { bavail, bsize } = await statfs(dataDir);
  return describeDisk(bavail * bsize);
}

export async function findMusic(
  database: Database,
  { dataDir, musicDirs }: Pick<ServerConfig, "dataDir" | "musicDirs">,
): Promise<PartState> {
  const own = path.join(dataDir, "music");
  const stored = await Promise.all([
    listMusicFolders(database.connection),
    countTrackFiles(database.connection),
  ]).catch(() => null); // reported by the check of the database
  const [imported, files] = stored ?? [[], null];
  const roots = [...new Set([...musicDirs, ...imported])];
  const states = await Promise.all(roots.map(lookInto));
  const ownState = await lookInto(own);
  // The first scan creates it.
  const all: readonly RootState[] = ownState === "gone" ? states : [ownState, ...states];
  return describeMusic({ roots: all, files });
}

/** Whether a scan could read a folder. */
async function lookInto(folder: string): Promise<RootState> {
  try {
    await using opened = await opendir(folder);
    await opened.read();
    return "readable";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "gone" : "unreadable";
  }
}

async function withinLimit(state: Promise<PartState>): Promise<PartState> {
  const { promise, resolve } = Promise.withResolvers<PartState>();
  const timer = setTimeout(() => resolve(late), LIMIT_MS);
  try {
    return await Promise.race([promise, state]);
  } finally {
    clearTimeout(timer);
  }
}

/** Health of a part of the station. */
export interface PartState {
  readonly ok: boolean;
  readonly detail: string;
}

/** Whether a scan can read a music folder. */
type RootState = "readable" | "gone" | "unreadable";

/** File tracks, by whether the file exists. */
interface TrackFiles {
  readonly present: number;
  readonly missing: number;
  /** Missing files lost within the last week; earlier ones may have been deleted on purpose. */
  readonly missingLately: number;
}

/** With less, the database may stop within minutes. */
const LEAST_FREE_BYTES = 64 * 1024 ** 2;
/** If a larger share of the library is missing, a folder is probably gone. */
const TOLERATED_SHARE = 0.5;

export function describeDisk(freeBytes: number): PartState {
  const detail = `${Math.floor(freeBytes / 1024 ** 2).toLocaleString("en-US")} MiB free`;
  return { ok: freeBytes >= LEAST_FREE_BYTES, detail };
}

/** @param files null: the database does not answer */
export function describeMusic({
  roots,
  files,
}: {
  readonly roots: readonly RootState[];
  readonly files: TrackFiles | null;
}): PartState {
  const unreadable = roots.filter((state) => state !== "readable").length;
  if (unreadable > 0)
    return { ok: false, detail: `${unreadable} of ${roots.length} music folders can't be read` };
  if (files === null) return { ok: true, detail: "folders readable" };
  const { present, missing, missingLately } = files;
  const total = present + missing;
  const isGone = present === 0 && missing > 0;
  const detail = missing === 0 ? `${present} tracks` : `${missing} of ${total} tracks have no file`;
  return { ok: !isGone && missingLately <= total * TOLERATED_SHARE, detail };
}
