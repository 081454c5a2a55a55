import { readFile } from "node:fs/promises";

/** How many files this process may open. @returns null if unlimited or unknown */
export async function findOpenFilesLimit(): Promise<number | null> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const found = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return found === undefined ? null : Number(found);
}
