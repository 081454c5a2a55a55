import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { PassThrough, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { once } from "node:events";
import {
  listBackedUpTables,
  readEveryRow,
  replaceEveryRow,
  type BackedUpRow,
} from "../database/backup-store.ts";
import { isDatabaseAway } from "../database/database-failures.ts";
import { reasonOf, type Database } from "../database/database.ts";
import { ARTWORK_FOLDER } from "../http/art.ts";
import {
  coverNamePattern,
  firstLineOf,
  readBackupLines,
  UnreadableBackupError,
  type BackupLine,
} from "./backup-lines.ts";
import { openBackupFile, type FileRange } from "./backup-file.ts";
import { keepFree } from "./disk-room.ts";
import { listArchivedFiles, readAsArchive } from "./music-archive.ts";
import { requireUsable } from "./require-usable.ts";
import { RestoredMusic } from "./restored-music.ts";
import { openWorkFolder } from "./work-folder.ts";

export interface BackupParts {
  readonly database: Database;
  readonly dataDir: string;
}

export interface WantedBackup {
  /** Is made, readable by its owner only; nothing is left of it on failure. */
  readonly file: string;
  readonly createdAt: Date;
  /** What its disk must keep. */
  readonly keepFreeBytes: number;
}

/**
 * Writes the database, as of one moment, and the covers, as gzipped lines of JSON.
 * @throws DiskFullError
 */
export async function writeBackup(
  { database, dataDir }: BackupParts,
  { file, createdAt, keepFreeBytes }: WantedBackup,
): Promise<void> {
  await makeFile(file);
  const lines = new PassThrough();
  const written = pipeline(
    lines,
    createGzip(),
    keepFree(path.dirname(file), keepFreeBytes),
    createWriteStream(file),
  );
  written.catch(() => {}); // it may fail while rows are waited for, and is told where it is awaited
  const write = async (text: string) => {
    // Whichever comes first: room for more, or the end of what would take it.
    if (!lines.write(`${text}\n`)) await Promise.race([once(lines, "drain"), written]);
  };
  try {
    await write(JSON.stringify(firstLineOf(createdAt)));
    await readEveryRow(database, ({ table, row }) =>
      write(`{"table":${JSON.stringify(table)},"row":${row}}`),
    );
    for (const cover of await listCovers(dataDir)) {
      const image = await readFile(path.join(dataDir, ARTWORK_FOLDER, cover));
      await write(JSON.stringify({ cover, base64: image.toString("base64") } satisfies BackupLine));
    }
    lines.end();
    await written;
  } catch (error) {
    lines.destroy();
    await written.catch(() => {}); // the first failure is told
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Writes the same with every music file, as a tar archive.
 * @returns how many music files are in it
 * @throws DiskFullError
 */
export async function writeArchive(
  parts: BackupParts,
  { file, createdAt, keepFreeBytes }: WantedBackup,
): Promise<number> {
  const backupFile = path.join(await openWorkFolder(parts.dataDir), `backup-${randomUUID()}.gz`);
  await makeFile(file);
  try {
    await writeBackup(parts, { file: backupFile, createdAt, keepFreeBytes });
    const files = await listArchivedFiles(parts.database, backupFile);
    const content = Readable.from(readAsArchive(files));
    await pipeline(content, keepFree(path.dirname(file), keepFreeBytes), createWriteStream(file));
    return files.length - 1;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(backupFile, { force: true });
  }
}

/** Before anything that may fail: what is there already is not ours to remove. @throws when it is */
async function makeFile(file: string): Promise<void> {
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
}

/** What a backup holds, in numbers. */
export interface BackupFacts {
  readonly createdAt: string;
  readonly tracks: number;
  readonly accounts: number;
  /** Those that were put back; the others of the backup lay where their tracks have them, unchanged. */
  readonly musicFiles: number;
}

/**
 * Puts a backup in the place of database and covers, once it was read whole, and the music it has beside what is there.
 * What a running station has in memory is not told: it has to start anew.
 * @throws UnreadableBackupError when it can't be restored; nothing is changed then
 */
export async function readBackup(
  { database, dataDir }: BackupParts,
  file: string,
): Promise<BackupFacts> {
  const { lines, music: packed } = await openBackupFile(file);
  const music = new RestoredMusic(dataDir, packed);
  const facts = await checkBackup(database, { lines, music });
  const folder = await mkdtemp(path.join(await openWorkFolder(dataDir), "restore-"));
  try {
    await music.unpack();
    const takeCover = (cover: string, image: Buffer) => writeFile(path.join(folder, cover), image);
    await replaceEveryRow(database, rowsOf(lines, { music, takeCover }), requireUsable).catch(
      (error: unknown) => {
        if (isDatabaseAway(error) || error instanceof UnreadableBackupError) throw error;
        const reason = `its rows do not fit this station (${reasonOf(error)})`;
        throw new UnreadableBackupError(reason, { cause: error });
      },
    );
    await music.place();
    await mkdir(path.join(dataDir, ARTWORK_FOLDER), { recursive: true });
    for (const cover of await readdir(folder))
      await rename(path.join(folder, cover), path.join(dataDir, ARTWORK_FOLDER, cover));
  } finally {
    await rm(folder, { recursive: true, force: true });
    await music.discard();
  }
  return facts;
}

/** Reads it whole, so that the database is not kept waiting for a file that is none. */
async function checkBackup(
  database: Database,
  { lines, music }: { readonly lines: FileRange; readonly music: RestoredMusic },
): Promise<BackupFacts> {
  const rows = new Map<string, number>();
  for (const table of await listBackedUpTables(database.connection)) rows.set(table, 0);
  let createdAt = "";
  let hasOwner = false;
  for await (const line of readBackupLines(lines)) {
    if ("neonRelayBackup" in line) createdAt = line.createdAt;
    if (!("table" in line)) continue;
    const before = rows.get(line.table);
    if (before === undefined)
      throw new UnreadableBackupError(`it has a table '${line.table}', which this station has not`);
    rows.set(line.table, before + 1);
    if (line.table === "tracks") await music.note(line.row);
    const { role, is_active: isActive } = line.row;
    hasOwner ||= line.table === "users" && role === "super_admin" && isActive === true;
  }
  for (const table of ["station_settings", "radio_state"])
    if (rows.get(table) !== 1) throw new UnreadableBackupError(`it has no ${table}`);
  if (!hasOwner) throw new UnreadableBackupError("it has no super_admin who could sign in");
  return {
    createdAt,
    tracks: rows.get("tracks") ?? 0,
    accounts: rows.get("users") ?? 0,
    musicFiles: music.count,
  };
}

/** The rows of a backup; covers are handed on as they come. */
async function* rowsOf(
  lines: FileRange,
  {
    music,
    takeCover,
  }: {
    readonly music: RestoredMusic;
    readonly takeCover: (name: string, image: Buffer) => Promise<void>;
  },
): AsyncIterable<BackedUpRow> {
  for await (const line of readBackupLines(lines)) {
    if ("table" in line) {
      const row = line.table === "tracks" ? music.moved(line.row) : line.row;
      yield { table: line.table, row: JSON.stringify(row) };
    } else if ("cover" in line) await takeCover(line.cover, Buffer.from(line.base64, "base64"));
  }
}

async function listCovers(dataDir: string): Promise<readonly string[]> {
  try {
    const names = await readdir(path.join(dataDir, ARTWORK_FOLDER));
    return names.filter((name) => coverNamePattern.test(name)).toSorted();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
