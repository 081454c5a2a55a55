import { mkdir, rm } from "node:fs/promises";
import path from "node:path";

/** Where backups lie on their way in and out. */
export async function openWorkFolder(dataDir: string): Promise<string> {
  const folder = workFolderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what a process that was ended amid a backup has left, before anybody begins one. */
export async function emptyWorkFolder(dataDir: string): Promise<void> {
  await rm(workFolderOf(dataDir), { recursive: true, force: true });
}

function workFolderOf(dataDir: string): string {
  return path.join(dataDir, "backups");
}
