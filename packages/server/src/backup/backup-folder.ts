import path from "node:path";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { readScheduledName } from "./backup-plan-rules.ts";
import type { StoredBackup } from "./remote-manifest.ts";
import { randomUUID } from "node:crypto";
import { MINIMUM_FREE_BYTES } from "../database/database.ts";
import { requireFree } from "./disk-room.ts";
import { isDiskFull } from "@neonrelay/process/disk-full";

/** Complete ones, newest first; none if the folder is missing. */
export async function listScheduled(folder: string): Promise<readonly StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const known = readScheduledName(name);
      if (known === null || !known.isWhole) return [];
      const file = await stat(path.join(folder, name)).catch(() => null); // removed in the meantime
      return file === null ? [] : [{ name, createdAtMs: known.createdAtMs, sizeBytes: file.size }];
    }),
  );
  return found.flat().toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}

const TRIAL_CONTENT = "Neon Relay was here to see whether backups can be written.\n";

/** @returns why no backup can be stored there; null: it can */
export async function tryFolder(folder: string): Promise<string | null> {
  const file = path.join(folder, `trial-${randomUUID()}.txt`);
  try {
    await writeFile(file, TRIAL_CONTENT, { flag: "wx", mode: 0o600 });
    const found = await readFile(file, "utf8");
    if (found !== TRIAL_CONTENT) return `a file in ${folder} is not what was written to it`;
    await requireFree(folder, MINIMUM_FREE_BYTES);
    return null;
  } catch (error) {
    return wordFolderTrouble(error, { folder, dataDir: folder });
  } finally {
    await rm(file, { force: true }).catch(() => {}); // the folder is missing or unreadable, which is the problem
  }
}

const wordsByCode: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) => `there is no folder ${folder}: is its disk mounted?`,
  ENOTDIR: (folder) => `${folder} is not a folder`,
  EACCES: mayNotWrite,
  EPERM: mayNotWrite,
  EROFS: (folder) => `the disk of ${folder} can only be read`,
};

/**
 * Why a backup could not be written to a folder, for people.
 * @param dataDir where the station prepares it
 */
export function wordFolderTrouble(
  error: unknown,
  { folder, dataDir }: { readonly folder: string; readonly dataDir: string },
): string {
  if (isDiskFull(error)) {
    const disks = folder.startsWith(dataDir) ? folder : `${folder} or on that of ${dataDir}`;
    return `there is no room on the disk of ${disks}: free some space, or keep fewer backups`;
  }
  if (!(error instanceof Error)) return String(error);
  // Failures elsewhere, such as with a file of the library, have their own words.
  const isThere = "path" in error && String(error.path).startsWith(folder);
  const words = "code" in error && isThere ? wordsByCode[String(error.code)] : undefined;
  return words === undefined ? error.message : words(folder);
}

function mayNotWrite(folder: string): string {
  return `the station's user may not write to ${folder}`;
}
