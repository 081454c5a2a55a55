import { S3Storage } from "@neonrelay/on-air/s3-storage";
import { isDiskFull } from "@neonrelay/process/disk-full";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { writeArchive, writeBackup } from "../backup/backup.ts";
import { findBackupPlan } from "../backup/backup-plan-store.ts";
import { fetchBackup } from "../backup/remote-backup.ts";
import { readBackup, restoreOpened, type BackupFacts } from "../backup/read-backup.ts";
import { fail, isFileTrouble, type CommandCall, type CommandParts } from "./command.ts";

/** Writes a backup, with the music on request, to a new file, or into a folder under a dated name. */
export async function backUp(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [name, ...options] = args;
  const unknown = options.filter((option) => option !== "--music");
  if (name === undefined || unknown.length > 0)
    return fail(print, "Name the file or folder to write to: backup FILE|FOLDER [--music]");
  const createdAt = new Date();
  const extension = options.length === 0 ? "backup.gz" : "backup.tar";
  const file = await nameBackup(name, { createdAt, extension });
  // The person decides which disk may fill up; often it is not the station's.
  const wanted = { file, createdAt, keepFreeBytes: 0 };
  let music = "without music";
  try {
    if (options.length === 0) await writeBackup(parts, wanted);
    else music = `music files: ${await writeArchive(parts, wanted)}`;
  } catch (error) {
    if (!isFileTrouble(error)) throw error;
    const reason = isDiskFull(error) ? "the disk is full" : error.message;
    return fail(print, `${file} could not be written: ${reason}`);
  }
  print(`backup written to ${file}; ${music}`);
  return 0;
}

/** In an existing folder; never creates one: if it is missing, so perhaps is the disk that belongs there. */
async function nameBackup(
  name: string,
  { createdAt, extension }: { readonly createdAt: Date; readonly extension: string },
): Promise<string> {
  const full = path.resolve(name);
  const isFolder = await stat(full).then(
    (found) => found.isDirectory(),
    () => name.endsWith("/"),
  );
  return isFolder ? path.join(full, datedName(createdAt, extension)) : full;
}

/** `neonrelay-2026-11-22T14-05-33Z.backup.gz`: sorts by time and is valid on every file system. */
function datedName(createdAt: Date, extension: string): string {
  const moment = createdAt
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
  return `neonrelay-${moment}.${extension}`;
}

/** Replaces database and covers with those of a backup and adds its music to the library. */
export async function restore(parts: CommandParts, { args, print }: CommandCall): Promise<number> {
  const [name] = args;
  if (name === undefined)
    return fail(print, "Name the backup to read: restore FILE, or restore --stored[=NAME]");
  if (parts.isRunning) return fail(print, "Stop the station first, then restore");
  const stored = /^--stored(?:=(.+))?$/.exec(name);
  const file = stored === null ? path.resolve(name) : (stored[1] ?? "the newest stored backup");
  let facts: BackupFacts;
  try {
    facts =
      stored === null
        ? await readBackup(parts, file)
        : await restoreStored(parts, { name: stored[1] ?? null, print });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(print, `${file} was not restored and nothing changed: ${reason}`);
  }
  const { musicFiles, tracksWithoutFile, damagedFiles } = facts;
  print(`restored from ${file}; music files put back: ${musicFiles}`);
  if (tracksWithoutFile > 0)
    print(
      `${tracksWithoutFile} of ${facts.tracks} tracks have no file here: add their folder to MUSIC_DIRS, or restore a backup made with --music`,
    );
  if (damagedFiles.length > 0)
    print(
      `Damaged in the backup, and whole here: ${damagedFiles.join(", ")}. Make a new backup: a station without these files could not be restored from this one`,
    );
  print("Sign in with an account from the backup; the previous accounts are gone");
  return 0;
}

/** From the storage of the backup plan. Names music files that can't be restored, and restores the rest. */
async function restoreStored(
  parts: CommandParts,
  { name, print }: { readonly name: string | null; readonly print: CommandCall["print"] },
): Promise<BackupFacts> {
  const { store } = await findBackupPlan(parts.database.connection);
  if (store === null) throw new Error("no storage is set; enter it under Settings, Backups first");
  const storage = new S3Storage(store, new AbortController().signal);
  const fetched = await fetchBackup(storage, { ...parts, name });
  print(`restoring ${fetched.name}`);
  const onLost = (lost: string, reason: string) =>
    print(`${lost} could not be restored: ${reason}`);
  try {
    return await restoreOpened({ ...parts, onLost }, fetched);
  } finally {
    await rm(fetched.lines.file, { force: true });
  }
}
