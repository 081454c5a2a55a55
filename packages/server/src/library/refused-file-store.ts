import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { refusedFiles, tracks } from "./library-tables.ts";

/** Remembers that a file is no track; a track made of it earlier leaves the rotation. */
export async function saveRefusedFile(
  connection: Connection,
  file: typeof refusedFiles.$inferInsert,
): Promise<void> {
  const { path, ...fields } = file;
  await connection
    .insert(refusedFiles)
    .values(file)
    .onConflictDoUpdate({
      target: refusedFiles.path,
      set: { ...fields, refusedAt: sql`now()` },
    });
  await connection
    .update(tracks)
    .set({ missingSince: sql`now()` })
    .where(and(eq(tracks.path, path), isNull(tracks.missingSince)));
}

export async function listRefusedFiles(
  connection: Connection,
): Promise<readonly { readonly path: string; readonly reason: string }[]> {
  return await connection
    .select({ path: refusedFiles.path, reason: refusedFiles.reason })
    .from(refusedFiles)
    .orderBy(asc(refusedFiles.path));
}

/** A scan tries them again. */
export async function forgetRefusedFiles(
  connection: Connection,
  paths: readonly string[],
): Promise<void> {
  await connection
    .delete(refusedFiles)
    .where(sql`${refusedFiles.path} = any(${sql.param(paths)}::text[])`);
}
