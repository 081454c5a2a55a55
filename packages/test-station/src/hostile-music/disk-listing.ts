import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Every path below a folder, not following links, with each file's digest.
 * @param leftOut folders to skip
 */
export async function listDisk(
  folder: string,
  leftOut: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (leftOut.includes(next)) continue;
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const full = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(full);
      found.set(full, entry.isFile() ? await digestOf(full) : "");
    }
  }
  return found;
}

/** @returns an empty text for a file whose name is not UTF-8, since it can't be opened by it */
async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if (file.includes("\ufffd")) return "";
    throw error;
  }
  return hash.digest("hex");
}
