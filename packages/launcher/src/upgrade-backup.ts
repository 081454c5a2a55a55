import { mkdir } from "node:fs/promises";
import path from "node:path";
import { StartUpError } from "@neonrelay/process/part";
import { askRunningStation } from "@neonrelay/server/control-client";
import { removeOldUpdateBackups, updateBackupFile } from "@neonrelay/server/kept-update-backups";
import { socketFolderOf } from "./data-folder.ts";

/**
 * Has the running station write a backup before a change of version, even one that is later declined or fails, and
 * keeps only the newest five of these backups.
 * @param version the version to change to
 * @returns the backup's file
 * @throws StartUpError if it can't be written; the older ones stay
 */
export async function writeUpgradeBackup({
  version,
  dataDir,
  print,
}: {
  readonly version: string;
  readonly dataDir: string;
  readonly print: (line: string) => void;
}): Promise<string> {
  const socketPath = path.join(socketFolderOf(dataDir), "control.sock");
  const backup = updateBackupFile({ dataDir, program: version, createdAt: new Date() });
  await mkdir(path.dirname(backup), { recursive: true, mode: 0o700 });
  const code = await askRunningStation({ socketPath, args: ["backup", backup], print });
  if (code !== 0) throw new StartUpError("The backup could not be written.");
  await removeOldUpdateBackups(dataDir);
  return backup;
}
