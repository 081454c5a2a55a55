import { open, rename } from "node:fs/promises";
import path from "node:path";

/**
 * Puts a finished, synced file in place of another, so that the change is on disk when this resolves: without
 * its folder synced, a rename may be lost to a power cut.
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
