import path from "node:path";
import { readBackup, writeArchive, writeBackup, type BackupFacts } from "../system/backup.ts";
import { fail, isFileTrouble, type CommandCall, type CommandParts } from "./command.ts";

/** Writes a backup, with the music if that is asked for, to a file that is not there yet. */
export async function backUp(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [name, ...options] = args;
  const unknown = options.filter((option) => option !== "--music");
  if (name === undefined || unknown.length > 0)
    return fail(print, "Name the file to write: backup FILE [--music]");
  const file = path.resolve(name);
  // Which disk may be filled is for the person to say, and often none of the station's.
  const wanted = { file, createdAt: new Date(), keepFreeBytes: 0 };
  let music = "music is not in it";
  try {
    if (options.length === 0) await writeBackup(parts, wanted);
    else music = `music files: ${await writeArchive(parts, wanted)}`;
  } catch (error) {
    if (!isFileTrouble(error)) throw error;
    return fail(print, `${file} could not be written: ${error.message}`);
  }
  print(`backup written to ${file}; ${music}`);
  return 0;
}

/** Puts a backup in the place of database and covers, and the music in it beside what is there. */
export async function restore(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [name] = args;
  if (name === undefined) return fail(print, "Name the backup to read: restore FILE");
  if (parts.isRunning) return fail(print, "Stop the station first, then restore");
  const file = path.resolve(name);
  let facts: BackupFacts;
  try {
    facts = await readBackup(parts, file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(print, `${file} was not restored, and nothing is changed: ${reason}`);
  }
  const { musicFiles } = facts;
  print(`restored from ${file}; music files put back: ${musicFiles}`);
  print("Sign in with an account of the backup; those made before are gone");
  return 0;
}
