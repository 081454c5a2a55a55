import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Every path below a folder, links not followed, with the digest of what each file holds.
 * @param leftOut folders that are not looked into
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
      found.set(full, entry.isFile() && !full.includes("\ufffd") ? await digestOf(full) : "");
    }
  }
  return found;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
