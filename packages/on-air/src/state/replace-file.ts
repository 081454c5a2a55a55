import { open, rename } from "node:fs/promises";
import path from "node:path";

/**
 * Puts a finished, synced file in place of another, and resolves once the change is on disk: unless its folder is
 * synced, too, a power cut may undo the rename.
 */
export async function replaceFile({
  temporaryPath,
  finalPath,
}: {
  readonly temporaryPath: string;
  readonly finalPath: string;
}): Promise<void> {
  await rename(temporaryPath, finalPath);
  const folder = await open(path.dirname(finalPath), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
