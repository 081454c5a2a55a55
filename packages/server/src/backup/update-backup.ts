import { isDiskFull } from "@neonrelay/process/disk-full";
import { StartUpError } from "@neonrelay/process/part";
import { readProgramVersion } from "@neonrelay/process/program-version";
import type { Logger } from "@neonrelay/process/log";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { OlderDatabase } from "../database/database.ts";
import { hasStation } from "../settings/settings-store.ts";
import { writeBackup } from "./backup.ts";
import { MINIMUM_FREE_BYTES } from "../database/database-room.ts";
import { DiskFullError } from "./disk-room.ts";

/** Below the data folder: the backups made before updates. */
export const BACKUPS_FOLDER = "backups";
const KEPT = 5;
const namePattern = /^before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup\.gz$/;

/**
 * Writes a backup of a station's data before an update changes them, and removes all but the newest five. The data of
 * no station yet need none.
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
  const folder = path.join(dataDir, BACKUPS_FOLDER);
  const createdAt = new Date();
  const { version, commit } = readProgramVersion();
  const moment = createdAt
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  const program = commit === null ? version : `${version}-${commit.slice(0, 7)}`;
  const file = path.join(folder, `before-${program}-${moment}.backup.gz`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
  await removeOld(folder);
}

async function removeOld(folder: string): Promise<void> {
  const dated = (await readdir(folder))
    .map((name) => ({ name, moment: namePattern.exec(name)?.[1] }))
    .filter(({ moment }) => moment !== undefined)
    .toSorted((a, b) => ((a.moment ?? "") < (b.moment ?? "") ? 1 : -1));
  for (const { name } of dated.slice(KEPT)) await rm(path.join(folder, name), { force: true });
}
