import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Connection } from "../database/database.ts";
import { ARTWORK_FOLDER } from "./artwork-folder.ts";
import { isCoded } from "./cues/waveform-folder.ts";
import { whichCoversAreUsed } from "./cover-store.ts";

/** Grace period: a recent cover may belong to a file, an edit or a backup that is still being stored. */
const UNUSED_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;
const NAMES_AT_ONCE = 5000;
const ENDING = ".webp";
/** Suffix of unfinished writes. */
const UNFINISHED = ".part";

/** Removes covers that no track uses, and no edit that can be undone. @returns how many files */
export async function tidyCovers(
  connection: Connection,
  { dataDir, nowMs }: { readonly dataDir: string; readonly nowMs: number },
): Promise<number> {
  const folder = path.join(dataDir, ARTWORK_FOLDER);
  const files = await filesIn(folder);
  const names = [...new Set(files.flatMap((file) => coverOf(file) ?? []))];
  const unused = new Set(names);
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE)
    for (const name of await whichCoversAreUsed(
      connection,
      names.slice(from, from + NAMES_AT_ONCE),
    ))
      unused.delete(name);
  let removed = 0;
  for (const file of files) {
    const name = coverOf(file);
    if (name === null ? !file.endsWith(UNFINISHED) : !unused.has(name)) continue;
    const full = path.join(folder, file);
    const { mtimeMs } = await stat(full);
    if (nowMs - mtimeMs < UNUSED_DAYS * DAY_MS) continue;
    await rm(full, { force: true });
    removed += 1;
  }
  return removed;
}

/** The cover that a file is a scaled version of, by the naming of `storeArtwork` in the media child; null: none. */
function coverOf(file: string): string | null {
  const end = file.lastIndexOf("-");
  return file.endsWith(ENDING) && end > 0 ? file.slice(0, end) : null;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCoded(error) && error.code === "ENOENT") return [];
    throw error;
  }
}
