import { randomUUID } from "node:crypto";
import { wordStorageTrouble } from "./s3-rules.ts";
import type { S3Storage } from "./s3-storage.ts";

/** Limit for reading back: enough to notice other content. */
const MAX_CONTENT_BYTES = 1024;
const CONTENT = "Neon Relay was here to see whether this storage can be used.\n";

/**
 * Writes, reads and removes a small object. A storage that can write but not remove is unusable.
 * @param whileThere checks the object in its own way, by name and content; returns what is wrong, null: nothing
 * @returns why the storage can't be used, for people; null if it can
 */
export async function tryStorage(
  storage: S3Storage,
  whileThere: (name: string, content: string) => Promise<string | null> = async () => null,
): Promise<string | null> {
  const name = `trial-${randomUUID()}.txt`;
  try {
    await storage.putText(name, CONTENT);
    const found = await storage.getText(name, MAX_CONTENT_BYTES);
    const seen = await whileThere(name, CONTENT);
    await storage.remove(name);
    const left = await storage.list(name);
    if (found !== CONTENT) return "a file at the storage is not what was written to it";
    return left.size === 0 ? seen : "the storage did not remove a file";
  } catch (error) {
    return wordStorageTrouble(error);
  }
}
