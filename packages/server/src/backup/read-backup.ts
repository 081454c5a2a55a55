import path from "node:path";
import * as z from "zod";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { type BackedUpRow, listBackedUpTables, replaceEveryRow } from "./backup-store.ts";
import { isDatabaseAway, reasonOf } from "../database/database-failures.ts";
import type { Connection, Database } from "../database/database.ts";
import { forgetVoidCredentials } from "../accounts/first-run.ts";
import {
  type BackupFile,
  type FileRange,
  openBackupFile,
  UnreadableBackupError,
} from "./backup-file.ts";
import { readBackupLines } from "./backup-lines.ts";
import type { BackupParts } from "./backup.ts";
import { findLackOfRoom, type RoomNeed } from "./disk-room.ts";
import { RestoredCovers } from "./restored-covers.ts";
import { type MusicPlaces, RestoredMusic } from "./restored-music.ts";
import { withDerivedColumns } from "./restored-track.ts";
import { openWorkFolder } from "./work-folder.ts";
import { brandingSchema, stationSettingsSchema } from "@neonrelay/contract";
import { findRadioState } from "../radio/on-air-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { toBranding } from "../settings/branding.ts";

/** A backup's content in numbers. */
export interface BackupFacts {
  readonly createdAt: string;
  readonly tracks: number;
  readonly accounts: number;
  /** Files restored; the backup's others are unchanged where their tracks have them. */
  readonly musicFiles: number;
  /** Tracks whose file is neither in the backup nor where this station looks for music. */
  readonly tracksWithoutFile: number;
  /** Damaged files of the backup that this station had intact. */
  readonly damagedFiles: readonly string[];
}

/** Runs to the end unless a signal aborts it, which counts as a failure. */
export interface RestoreParts extends BackupParts, MusicPlaces {}

/** A restore in progress. */
interface Incoming {
  readonly lines: FileRange;
  readonly checksums: BackupFile["checksums"];
  readonly music: RestoredMusic;
  readonly covers: RestoredCovers;
  readonly signal: AbortSignal | undefined;
}

/** Rows take more room in a database, with indexes and log, than as JSON. */
const BYTES_PER_ROW_BYTE = 3;

/**
 * Replaces the database and covers with those of a backup, once it was read completely, and adds its music to the
 * library. A running station still has the old data in memory: it has to restart.
 * @throws UnreadableBackupError when it can't be restored; nothing has changed then
 */
export async function readBackup(parts: RestoreParts, file: string): Promise<BackupFacts> {
  return await restoreOpened(parts, await openBackupFile(file));
}

/** Like `readBackup`, for one already opened. */
export async function restoreOpened(
  parts: RestoreParts,
  { lines, ...packed }: BackupFile,
): Promise<BackupFacts> {
  const { database, dataDir, signal } = parts;
  const music = new RestoredMusic(parts, packed);
  const covers = new RestoredCovers();
  const incoming = { lines, checksums: packed.checksums, music, covers, signal };
  const { facts, rowBytes } = await checkBackup(database, incoming);
  const folder = await mkdtemp(path.join(await openWorkFolder(dataDir), "restore-"));
  let damagedFiles: readonly string[];
  try {
    await mkdir(path.join(dataDir, "music"), { recursive: true });
    await requireRoom([
      { folder: path.join(dataDir, "music"), bytes: music.neededBytes },
      { folder, bytes: covers.neededBytes },
      // A database server's disk is not ours to measure.
      {
        folder,
        bytes: database.engine === "embedded" ? rowBytes * BYTES_PER_ROW_BYTE : 0,
      },
    ]);
    await music.unpack();
    damagedFiles = await music.findDamaged();
    await replaceEveryRow(database, rowsOf(incoming, folder), requireUsable).catch(
      (error: unknown) => {
        if (isDatabaseAway(error) || error instanceof UnreadableBackupError) throw error;
        const reason = `its rows don't match this station (${reasonOf(error)})`;
        throw new UnreadableBackupError(reason, { cause: error });
      },
    );
    await forgetVoidCredentials({ database, dataDir });
    await music.place();
    await covers.place(folder, dataDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await music.discard();
  }
  return {
    ...facts,
    musicFiles: music.count,
    tracksWithoutFile: music.missing,
    damagedFiles,
  };
}

/** Reads all of it first, so that an invalid file does not block the database. */
async function checkBackup(
  database: Database,
  { lines, checksums, music, covers, signal }: Incoming,
): Promise<{
  readonly facts: Pick<BackupFacts, "createdAt" | "tracks" | "accounts">;
  readonly rowBytes: number;
}> {
  const rows = new Map<string, number>();
  for (const table of await listBackedUpTables(database.connection)) rows.set(table, 0);
  let createdAt = "";
  let hasOwner = false;
  let rowBytes = 0;
  for await (const line of readBackupLines(lines)) {
    signal?.throwIfAborted();
    if ("neonRelayBackup" in line) {
      ({ createdAt } = line);
      requireChecksums({ music, checksums, program: line.program });
    }
    if ("cover" in line) covers.recordCover(line.cover, line.base64);
    if (!("table" in line)) continue;
    const before = rows.get(line.table);
    if (before === undefined)
      throw new UnreadableBackupError(
        `it has a table '${line.table}', which this station does not have`,
      );
    rows.set(line.table, before + 1);
    rowBytes += JSON.stringify(line.row).length;
    music.record(line);
    covers.recordRow(line);
    const { role, is_active: isActive } = line.row;
    hasOwner ||= line.table === "users" && role === "super_admin" && isActive === true;
  }
  for (const table of ["station_settings", "radio_state"])
    if (rows.get(table) !== 1) throw new UnreadableBackupError(`it has no ${table}`);
  if (!hasOwner) throw new UnreadableBackupError("it has no super_admin who can sign in");
  await music.settle();
  const facts = {
    createdAt,
    tracks: rows.get("tracks") ?? 0,
    accounts: rows.get("users") ?? 0,
  };
  return { facts, rowBytes };
}

/** Releases that record their version in a backup also write checksums of its music. */
function requireChecksums({
  music,
  checksums,
  program,
}: Pick<Incoming, "music" | "checksums"> & { readonly program: string | undefined }): void {
  if (music.isPacked && checksums === null && program !== undefined)
    throw new UnreadableBackupError("its list of checksums is missing");
}

async function requireRoom(needs: readonly RoomNeed[]): Promise<void> {
  const lack = await findLackOfRoom(needs);
  if (lack === null) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2).toLocaleString("en-US");
  throw new UnreadableBackupError(
    `it needs ${megabytes(lack.neededBytes)} MiB on the station's disk, which has room for ${megabytes(lack.roomBytes)}`,
  );
}

/** The rows of a backup; unpacks covers into a folder on the way. */
async function* rowsOf(
  { lines, music, covers, signal }: Incoming,
  folder: string,
): AsyncIterable<BackedUpRow> {
  for await (const line of readBackupLines(lines)) {
    signal?.throwIfAborted();
    if ("table" in line) {
      const row = line.table === "tracks" ? withDerivedColumns(music.moved(line.row)) : line.row;
      yield { table: line.table, row: JSON.stringify(row) };
    } else if ("cover" in line) await covers.unpack(folder, line);
  }
}

const stationSchema = z.object({ settings: stationSettingsSchema, branding: brandingSchema });

/** Rows can fit their tables and still not let a station start. @throws UnreadableBackupError */
async function requireUsable(transaction: Connection): Promise<void> {
  const stored = await findSettings(transaction);
  if (stored === null) throw new UnreadableBackupError("its settings are not a station's settings");
  const { volume } = await findRadioState(transaction);
  const { error } = stationSchema.safeParse({
    settings: { ...stored, volume, bitrate: stored.bitrateKbps },
    branding: toBranding(stored),
  });
  const place = error?.issues[0]?.path.join(".");
  if (place !== undefined)
    throw new UnreadableBackupError(`its settings can't be used: check ${place}`);
}
