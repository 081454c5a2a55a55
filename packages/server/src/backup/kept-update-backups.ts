import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/** Below the data folder: backups made before updates, and scheduled ones without a folder of their own. */
export const BACKUPS_FOLDER = "backups";
const KEPT = 5;
const namePattern = /^before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup\.gz$/;

/**
 * File for the backup before an update.
 * @param program the version being installed, such as 1.2.3
 */
export function updateBackupFile({
  dataDir,
  program,
  createdAt,
}: {
  readonly dataDir: string;
  readonly program: string;
  readonly createdAt: Date;
}): string {
  const moment = createdAt
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  return path.join(dataDir, BACKUPS_FOLDER, `before-${program}-${moment}.backup.gz`);
}

/** Removes all backups from before updates except the newest five. */
export async function removeOldUpdateBackups(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, BACKUPS_FOLDER);
  const dated = (await readdir(folder))
    .map((name) => ({ name, moment: namePattern.exec(name)?.[1] }))
    .filter(({ moment }) => moment !== undefined)
    .toSorted((a, b) => ((a.moment ?? "") < (b.moment ?? "") ? 1 : -1));
  for (const { name } of dated.slice(KEPT)) await rm(path.join(folder, name), { force: true });
}
