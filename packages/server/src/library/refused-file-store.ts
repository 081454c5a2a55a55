import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { refusedFiles, tracks } from "./library-tables.ts";

/** Records that a file is not a track; a track made from it earlier leaves the rotation. */
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

/** Lets a scan try them again. */
export async function forgetRefusedFiles(
  connection: Connection,
  paths: readonly string[],
): Promise<void> {
  await connection
    .delete(refusedFiles)
    .where(sql`${refusedFiles.path} = any(${sql.param(paths)}::text[])`);
}

/** A public name for a file that does not reveal its path. */
const fileId = sql<string>`md5(${refusedFiles.path})`;

/** Latest refusal first. */
export async function pageRefusedFiles(
  connection: Connection,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<
  readonly {
    readonly id: string;
    readonly path: string;
    readonly reason: string;
    readonly sizeBytes: number;
    readonly refusedAt: Date;
  }[]
> {
  return await connection
    .select({
      id: fileId,
      path: refusedFiles.path,
      reason: refusedFiles.reason,
      sizeBytes: refusedFiles.sizeBytes,
      refusedAt: refusedFiles.refusedAt,
    })
    .from(refusedFiles)
    .orderBy(desc(refusedFiles.refusedAt), asc(refusedFiles.path))
    .limit(limit)
    .offset(offset);
}

export async function countRefusedFiles(connection: Connection): Promise<number> {
  return await connection.$count(refusedFiles);
}

/** Lets a scan try them again. @param ids null: all @returns how many */
export async function retryRefusedFiles(
  connection: Connection,
  ids: readonly string[] | null,
): Promise<number> {
  const { rowCount } = await connection
    .delete(refusedFiles)
    .where(ids === null ? undefined : sql`${fileId} = any(${sql.param(ids)}::text[])`);
  return rowCount ?? 0;
}
