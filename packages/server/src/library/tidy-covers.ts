import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { ARTWORK_FOLDER } from "./artwork-folder.ts";
import { isCoded } from "./cues/waveform-folder.ts";
import { tracks } from "./library-tables.ts";
import { editedTracks } from "./track-edit-tables.ts";

/** A cover that was made since may belong to a file, an edit or a backup on its way into the database. */
const UNUSED_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;
const NAMES_AT_ONCE = 5000;
/** What a write left that never ended. */
const UNFINISHED = ".part";
/** As storeArtwork of the media child names a size of a cover. */
const filePattern = /^([\w-]{1,200})-\d+\.webp$/;

/** Removes the covers that neither a track has nor an edit that can be undone. @returns how many files */
export async function tidyCovers(
  connection: Connection,
  { dataDir, nowMs }: { readonly dataDir: string; readonly nowMs: number },
): Promise<number> {
  const folder = path.join(dataDir, ARTWORK_FOLDER);
  const files = await namesIn(folder);
  const names = [...new Set(files.flatMap((file) => filePattern.exec(file)?.[1] ?? []))];
  const unused = new Set(names);
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE)
    for (const name of await whichAreUsed(connection, names.slice(from, from + NAMES_AT_ONCE)))
      unused.delete(name);
  let removed = 0;
  for (const file of files) {
    const name = filePattern.exec(file)?.[1];
    if (name === undefined ? !file.endsWith(UNFINISHED) : !unused.has(name)) continue;
    const full = path.join(folder, file);
    const { mtimeMs } = await stat(full);
    if (nowMs - mtimeMs < UNUSED_DAYS * DAY_MS) continue;
    await rm(full, { force: true });
    removed += 1;
  }
  return removed;
}

const usedSchema = z.array(z.object({ name: z.string() }));

async function whichAreUsed(
  connection: Connection,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await connection.execute(sql`
    with wanted as (select unnest(${sql.param(names)}::text[]) as name)
    select name from wanted where name in (select artwork_name from ${tracks} where artwork_name is not null)
      or name in (select before ->> 'cover' from ${editedTracks} where before ->> 'cover' is not null)
      or name in (select after ->> 'cover' from ${editedTracks} where after ->> 'cover' is not null)`);
  return usedSchema.parse(rows).map(({ name }) => name);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCoded(error) && error.code === "ENOENT") return [];
    throw error;
  }
}
