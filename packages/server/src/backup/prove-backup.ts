import type { Logger } from "@neonrelay/process/log";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "../database/open-database.ts";
import { musicFolderOf } from "./archive-format.ts";
import { type BackupFile, openBackupFile, UnreadableBackupError } from "./backup-file.ts";
import { readBackupLines } from "./backup-lines.ts";
import { countRows } from "./backup-plan-store.ts";
import { readBackup } from "./read-backup.ts";
import { openWorkFolder } from "./work-folder.ts";

/** Tables that a restore fills itself. */
const ownOfRestore: ReadonlySet<string> = new Set(["queue_snapshots", "library_words"]);

interface ProofParts {
  readonly dataDir: string;
  readonly log: Logger;
  /** Aborts it, which counts as a failure. */
  readonly signal: AbortSignal;
}

/**
 * Verifies a backup: checks all its music against the checksums, and restores the rest into a temporary embedded
 * database.
 * @throws UnreadableBackupError when it can't be restored
 */
export async function proveBackup(
  file: string,
  { dataDir, log, signal }: ProofParts,
): Promise<void> {
  const opened = await openBackupFile(file);
  await proveMusic(opened, signal);
  const scratch = await mkdtemp(path.join(await openWorkFolder(dataDir), "proof-"));
  try {
    const { lines } = opened;
    const alone = path.join(scratch, "station.backup.gz");
    const end = lines.start + lines.sizeBytes - 1;
    await pipeline(
      createReadStream(lines.file, { start: lines.start, end }),
      createWriteStream(alone, { flags: "wx", mode: 0o600 }),
      { signal },
    );
    await restoreAside(alone, { dataDir: scratch, log, signal });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function proveMusic({ music, checksums }: BackupFile, signal: AbortSignal): Promise<void> {
  if (music.size > 0 && checksums === null)
    throw new UnreadableBackupError("its list of checksums is missing");
  for (const [id, { name, open }] of music) {
    const hash = createHash("sha256");
    for await (const chunk of await open()) {
      signal.throwIfAborted();
      hash.update(chunk);
    }
    const packedName = path.posix.join(musicFolderOf(id), name);
    if (checksums?.get(packedName) !== hash.digest("hex"))
      throw new UnreadableBackupError(`its file ${packedName} is damaged`);
  }
}

async function restoreAside(file: string, { dataDir, log, signal }: ProofParts): Promise<void> {
  const database = await openDatabase({
    databaseUrl: null,
    dataDir,
    onMigrating: () => signal.throwIfAborted(),
    beforeMigration: null,
    log,
  });
  try {
    await readBackup({ database, dataDir, musicDirs: [], signal }, file);
    const rows = new Map<string, number>();
    for await (const line of readBackupLines(await linesOf(file)))
      if ("table" in line) rows.set(line.table, (rows.get(line.table) ?? 0) + 1);
    for (const [table, expected] of rows) {
      signal.throwIfAborted();
      if (ownOfRestore.has(table)) continue;
      const restored = await countRows(database.connection, table);
      if (restored !== expected)
        throw new UnreadableBackupError(
          `${restored} of ${expected} rows of ${table} came back when it was restored`,
        );
    }
  } finally {
    await database.close();
  }
}

async function linesOf(file: string) {
  return (await openBackupFile(file)).lines;
}
