import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Writes a file atomically: a reader sees nothing, the old one or the whole new one, even after a power cut. */
export async function writeWholeFile(
  filePath: string,
  pieces: readonly Uint8Array[],
): Promise<void> {
  const partialPath = `${filePath}.${randomUUID()}.part`;
  try {
    const file = await open(partialPath, "wx");
    try {
      for (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partialPath, filePath);
  } finally {
    await rm(partialPath, { force: true });
  }
}
