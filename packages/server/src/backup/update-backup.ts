import { isDiskFull } from "@neonrelay/process/disk-full";
import { StartUpError } from "@neonrelay/process/part";
import { readProgramVersion } from "@neonrelay/process/program-version";
import type { Logger } from "@neonrelay/process/log";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { MINIMUM_FREE_BYTES, type OlderDatabase } from "../database/database.ts";
import { hasStation } from "../settings/settings-store.ts";
import { writeBackup } from "./backup.ts";
import { DiskFullError } from "./disk-room.ts";
import { removeOldUpdateBackups, updateBackupFile } from "./kept-update-backups.ts";

/**
 * Backs up a station's data before an update changes them, and removes all but the newest five backups. Data without a
 * station need none.
 * @throws StartUpError when there is no room for it: the data stay as they are
 */
export async function backUpBeforeUpdate({
  database,
  dataDir,
  onRow,
  log,
}: {
  readonly database: OlderDatabase;
  readonly dataDir: string;
  readonly onRow: () => void;
  readonly log: Logger;
}): Promise<void> {
  if (!(await hasStation(database.connection))) return;
  const createdAt = new Date();
  const { version, commit } = readProgramVersion();
  const program = commit === null ? version : `${version}-${commit.slice(0, 7)}`;
  const file = updateBackupFile({ dataDir, program, createdAt });
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const wanted = { file, createdAt, keepFreeBytes: MINIMUM_FREE_BYTES, onRow };
    await writeBackup({ database, dataDir }, wanted);
  } catch (cause) {
    const isFull = cause instanceof DiskFullError || isDiskFull(cause);
    if (!isFull) throw cause;
    throw new StartUpError(
      `The database was not updated: the disk of ${dataDir} has no room for the backup written before an update. Free some space (${MINIMUM_FREE_BYTES / 1024 ** 2} MiB must stay free) and start again`,
      { cause },
    );
  }
  log.info({ file }, "backup written before the database update");
  await removeOldUpdateBackups(dataDir);
}
