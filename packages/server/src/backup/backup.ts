import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { PassThrough, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { once } from "node:events";
import { readEveryRow } from "./backup-store.ts";
import type { Database, OlderDatabase } from "../database/database.ts";
import { findSchemaVersion } from "../database/schema-version.ts";
import { ARTWORK_FOLDER } from "../library/artwork-folder.ts";
import { coverNamePattern, firstLineOf, type BackupLine } from "./backup-lines.ts";
import { keepFree } from "./disk-room.ts";
import { listArchivedFiles, readAsArchive } from "./music-archive.ts";
import { openWorkFolder } from "./work-folder.ts";

export interface BackupParts {
  readonly database: Database;
  readonly dataDir: string;
}

interface WantedBackup {
  /** The file to create, readable only by its owner; removed again on failure. */
  readonly file: string;
  readonly createdAt: Date;
  /** Free space to leave on its disk. */
  readonly keepFreeBytes: number;
  /** Called for each row and cover. */
  readonly onRow?: () => void;
  /** Aborts it, which counts as a failure. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the database, as of one moment, and the covers as gzipped lines of JSON.
 * @throws DiskFullError
 */
export async function writeBackup(
  { database, dataDir }: Pick<BackupParts, "dataDir"> & { readonly database: OlderDatabase },
  { file, createdAt, keepFreeBytes, onRow, signal }: WantedBackup,
): Promise<void> {
  await makeFile(file);
  const lines = new PassThrough();
  const written = pipeline(
    lines,
    createGzip(),
    keepFree(path.dirname(file), keepFreeBytes),
    createWriteStream(file),
    { signal },
  );
  written.catch(() => {}); // may fail during the wait for rows; reported where it is awaited
  const write = async (text: string) => {
    onRow?.();
    signal?.throwIfAborted();
    // Wait for room in the buffer, or for the writer to fail.
    if (!lines.write(`${text}\n`)) await Promise.race([once(lines, "drain"), written]);
  };
  try {
    const schema = await findSchemaVersion(database.connection);
    await write(JSON.stringify(firstLineOf({ createdAt, schema })));
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
    await written.catch(() => {}); // the first failure is reported
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Writes the same plus every music file, as a tar archive.
 * @returns the number of music files in it
 * @throws DiskFullError
 */
export async function writeArchive(parts: BackupParts, wanted: WantedBackup): Promise<number> {
  const { file, keepFreeBytes, signal } = wanted;
  const backupFile = path.join(await openWorkFolder(parts.dataDir), `backup-${randomUUID()}.gz`);
  await makeFile(file);
  try {
    await writeBackup(parts, { ...wanted, file: backupFile });
    const files = await listArchivedFiles(parts.database, backupFile);
    const content = Readable.from(readAsArchive(files));
    await pipeline(content, keepFree(path.dirname(file), keepFreeBytes), createWriteStream(file), {
      signal,
    });
    return files.length - 1;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(backupFile, { force: true });
  }
}

/** Created before anything can fail: an existing file is not ours to remove. @throws when it exists */
async function makeFile(file: string): Promise<void> {
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
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
