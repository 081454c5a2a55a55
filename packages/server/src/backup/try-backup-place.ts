import type { BackupStore } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { MINIMUM_FREE_BYTES } from "../database/database-room.ts";
import { requireFree } from "./disk-room.ts";
import { wordFolderTrouble } from "./folder-trouble-rules.ts";
import { wordStorageTrouble } from "./s3-rules.ts";
import type { S3Storage } from "./s3-storage.ts";

const CONTENT = "Neon Relay was here to see whether backups can be written.\n";

/** How people call a storage. */
export function placeOf({ endpoint, bucket, folder }: BackupStore): string {
  return `${endpoint}/${bucket}${folder === "" ? "" : `/${folder}`}`;
}

/** @returns why no backup can be kept there; null: it can */
export async function tryFolder(folder: string): Promise<string | null> {
  const file = path.join(folder, nameOf());
  try {
    await writeFile(file, CONTENT, { flag: "wx", mode: 0o600 });
    const found = await readFile(file, "utf8");
    if (found !== CONTENT) return `a file in ${folder} is not what was written to it`;
    await requireFree(folder, MINIMUM_FREE_BYTES);
    return null;
  } catch (error) {
    return wordFolderTrouble(error, { folder, dataDir: folder });
  } finally {
    await rm(file, { force: true }).catch(() => {}); // the folder is missing or closed, which is the problem
  }
}

/** The same of a storage; one that can write but not remove is none either. */
export async function tryStorage(storage: S3Storage): Promise<string | null> {
  const name = nameOf();
  try {
    await storage.putText(name, CONTENT);
    const found = await storage.getText(name);
    await storage.remove(name);
    const left = await storage.list(name);
    if (found !== CONTENT) return "a file at the storage is not what was written to it";
    return left.size === 0 ? null : "the storage did not remove a file";
  } catch (error) {
    return wordStorageTrouble(error);
  }
}

function nameOf(): string {
  return `trial-${randomUUID()}.txt`;
}
