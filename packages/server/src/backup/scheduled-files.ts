import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readScheduledName } from "./backup-plan-rules.ts";
import type { StoredBackup } from "./remote-manifest.ts";

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
