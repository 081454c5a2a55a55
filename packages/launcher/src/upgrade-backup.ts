import { mkdir } from "node:fs/promises";
import path from "node:path";
import { StartUpError } from "@neonrelay/process/part";
import { askRunningStation } from "@neonrelay/server/control-client";
import { removeOldUpdateBackups, updateBackupFile } from "@neonrelay/server/kept-update-backups";
import { socketFolderOf } from "./data-folder.ts";

/**
 * Lets the running station write a backup before a change of version, also one that is declined or fails, and removes all
 * but the newest five of those before updates.
 * @param version that it is to change to
 * @returns its file
 * @throws StartUpError when it can't be written: the older ones stay
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
