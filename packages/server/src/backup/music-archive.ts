import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../database/database.ts";
import { listTrackFiles } from "../library/track-store.ts";
import { codeOf } from "../library/place-file.ts";
import { tarBytesOf, tarEnd, tarHeader, tarPaddingBytes } from "./tar-headers.ts";
import {
  archiveNameOf,
  BACKUP_NAME,
  checksumBytesOf,
  CHECKSUMS_NAME,
  musicFolderOf,
  wordChecksums,
} from "./archive-format.ts";

/** A file as the archive will hold it. */
export interface ArchivedFile {
  readonly folder: string;
  readonly name: string;
  /** Where its bytes are read from. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

const CHUNK_BYTES = 256 * 1024;

/** Contents of an archive of the station: first its backup, then every existing file of the library. */
export async function listArchivedFiles(
  database: Database,
  backupFile: string,
): Promise<readonly ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  const add = async (file: Pick<ArchivedFile, "folder" | "name" | "path">) => {
    const found = await statOrNull(file.path);
    if (found !== null && found.isFile() && found.size > 0)
      files.push({ ...file, sizeBytes: found.size, modifiedAtMs: found.mtimeMs });
  };
  await add({ folder: "", name: BACKUP_NAME, path: backupFile });
  for (const track of await listTrackFiles(database.connection)) {
    const name = archiveNameOf(path.basename(track.path));
    if (name !== null) await add({ folder: musicFolderOf(track.id), name, path: track.path });
  }
  return files;
}

export function archiveBytesOf(files: readonly ArchivedFile[]): number {
  return files.reduce(
    (sum, { sizeBytes }) => sum + tarBytesOf(sizeBytes),
    tarBytesOf(checksumBytesOf(files.map(nameOf))) + tarEnd.length,
  );
}

/**
 * A tar archive of the files and their checksums, streamed: never more than a piece of a file is in memory.
 * @throws when a file has gone or become shorter, since its length is already promised
 */
export async function* readAsArchive(files: readonly ArchivedFile[]): AsyncGenerator<Buffer> {
  const sums = new Map<string, string>();
  for (const file of files) {
    const hash = createHash("sha256");
    yield tarHeader(file);
    yield* readWhole(file, hash);
    yield Buffer.alloc(tarPaddingBytes(file.sizeBytes));
    sums.set(nameOf(file), hash.digest("hex"));
  }
  const list = Buffer.from(wordChecksums(sums));
  const sizeBytes = list.length;
  yield tarHeader({ folder: "", name: CHECKSUMS_NAME, sizeBytes, modifiedAtMs: Date.now() });
  yield list;
  yield Buffer.alloc(tarPaddingBytes(sizeBytes));
  yield tarEnd;
}

function nameOf({ folder, name }: ArchivedFile): string {
  return path.posix.join(folder, name);
}

async function* readWhole(
  { path: from, sizeBytes }: ArchivedFile,
  hash: Hash,
): AsyncGenerator<Buffer> {
  let read = 0;
  const content = createReadStream(from, { end: sizeBytes - 1, highWaterMark: CHUNK_BYTES });
  for await (const chunk of content) {
    read += chunk.length;
    hash.update(chunk);
    yield chunk;
  }
  if (read < sizeBytes) throw new Error(`${from} shrank while it was being read`);
}

/** null if it is gone or unreadable: a backup continues without it, as the station does. */
async function statOrNull(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "ESTALE"].includes(String(codeOf(error)))) return null;
    throw error;
  }
}
