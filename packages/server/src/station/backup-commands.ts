import path from "node:path";
import { readBackup, writeBackup } from "../system/backup.ts";
import { fail, isFileTrouble, type CommandCall, type CommandParts } from "./command.ts";

/** Writes a backup to a file that is not there yet. */
export async function backUp(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [name] = args;
  if (name === undefined) return fail(print, "Name the file to write: backup FILE");
  const file = path.resolve(name);
  try {
    await writeBackup(parts, { file, createdAt: new Date() });
  } catch (error) {
    if (!isFileTrouble(error)) throw error;
    return fail(print, `${file} could not be written: ${error.message}`);
  }
  print(`backup written to ${file}; music is not in it`);
  return 0;
}

/** Puts a backup in the place of database and covers. */
export async function restore(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [name] = args;
  if (name === undefined) return fail(print, "Name the backup to read: restore FILE");
  if (parts.isRunning) return fail(print, "Stop the station first, then restore");
  const file = path.resolve(name);
  try {
    await readBackup(parts, file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(print, `${file} was not restored, and nothing is changed: ${reason}`);
  }
  print(`restored from ${file}`);
  return 0;
}
