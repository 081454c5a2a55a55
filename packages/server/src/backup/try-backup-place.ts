import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { MINIMUM_FREE_BYTES } from "../database/database-room.ts";
import { requireFree } from "./disk-room.ts";
import { wordFolderTrouble } from "./folder-trouble-rules.ts";

const CONTENT = "Neon Relay was here to see whether backups can be written.\n";

/** @returns why no backup can be stored there; null: it can */
export async function tryFolder(folder: string): Promise<string | null> {
  const file = path.join(folder, `trial-${randomUUID()}.txt`);
  try {
    await writeFile(file, CONTENT, { flag: "wx", mode: 0o600 });
    const found = await readFile(file, "utf8");
    if (found !== CONTENT) return `a file in ${folder} is not what was written to it`;
    await requireFree(folder, MINIMUM_FREE_BYTES);
    return null;
  } catch (error) {
    return wordFolderTrouble(error, { folder, dataDir: folder });
  } finally {
    await rm(file, { force: true }).catch(() => {}); // the folder is missing or unreadable, which is the problem
  }
}
