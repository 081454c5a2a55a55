import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import path from "node:path";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { tracks } from "./library-tables.ts";
import { editedTracks } from "./track-edit-tables.ts";

const ROWS_AT_ONCE = 2000;
const usedSchema = z.array(z.object({ name: z.string() }));

/** Which of these covers a track uses, or an edit that can be undone would restore. */
export async function whichCoversAreUsed(
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

const hasNoCover = and(
  eq(tracks.kind, "file"),
  isNull(tracks.artworkName),
  isNull(tracks.missingSince),
  sql`not 'cover' = any(${tracks.fieldsByHand})`,
);

/** Paths of tracks without a cover, by folder. */
export async function findWithoutCover(
  connection: Connection,
  { folders, signal }: { readonly folders: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (let afterId: string | undefined; ;) {
    signal.throwIfAborted();
    const rows = await connection
      .select({ id: tracks.id, path: tracks.path })
      .from(tracks)
      .where(and(hasNoCover, afterId === undefined ? undefined : gt(tracks.id, afterId)))
      .orderBy(asc(tracks.id))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      const folder = path.dirname(row.path);
      if (!folders.has(folder)) continue;
      const paths = found.get(folder) ?? [];
      paths.push(row.path);
      found.set(folder, paths);
    }
    afterId = rows.at(-1)?.id;
    if (rows.length < ROWS_AT_ONCE) return found;
  }
}

/** @returns how many tracks at these paths had no cover and now have this one */
export async function giveCover(
  connection: Connection,
  paths: readonly string[],
  artworkName: string,
): Promise<number> {
  const given = await connection
    .update(tracks)
    .set({ artworkName })
    .where(and(hasNoCover, sql`${tracks.path} = any(${sql.param([...paths])}::text[])`))
    .returning({ id: tracks.id });
  return given.length;
}
