import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { unpackingFolderOf } from "./restored-music.ts";

/** Below the data folder, for the station's use only. */
export const WORK_FOLDER = ".unfinished-backups";

/** Where backups lie on their way in and out. */
export async function openWorkFolder(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, WORK_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what an interrupted backup or restore left behind, before another one starts. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const left of [path.join(dataDir, WORK_FOLDER), unpackingFolderOf(dataDir)])
    await rm(left, { recursive: true, force: true });
}
