import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { unpackingFolderOf } from "./restored-music.ts";

/** Below the data folder, only for the station's use. */
export const WORK_FOLDER = ".unfinished-backups";

/** Where incoming and outgoing backups are stored. */
export async function openWorkFolder(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, WORK_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what an interrupted backup or restore left, before the next one starts. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const left of [path.join(dataDir, WORK_FOLDER), unpackingFolderOf(dataDir)])
    await rm(left, { recursive: true, force: true });
}
