import { musicFormats, type MusicFormat } from "@neonrelay/contract";
import { ANALYSIS_VERSION } from "@neonrelay/on-air/media-jobs";
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { deletedTracks } from "./deletion-tables.ts";
import { refusedFiles, tracks } from "./library-tables.ts";
import { isReadAgain } from "./music-format-rules.ts";
import type { RememberedFile } from "./scan-rules.ts";

const ROWS_AT_ONCE = 2000;

/**
 * Visits every known file: tracks first, then refused files.
 * @param leftOutFormats a file refused only for a format not among these counts as unknown
 * @param leastMs a file refused as too short that lasts at least this counts as unknown
 */
export async function eachKnownFile(
  connection: Connection,
  {
    leastMs,
    leftOutFormats,
    signal,
    take,
  }: {
    readonly leastMs: number;
    readonly leftOutFormats: readonly MusicFormat[];
    readonly signal: AbortSignal;
    readonly take: (file: RememberedFile) => void;
  },
): Promise<void> {
  for (let afterId: string | undefined; ;) {
    signal.throwIfAborted();
    const rows = await connection
      .select({
        id: tracks.id,
        path: tracks.path,
        sizeBytes: tracks.sizeBytes,
        modifiedAtMs: tracks.modifiedAtMs,
        missingSince: tracks.missingSince,
        analysisVersion: tracks.analysisVersion,
        deletion: deletedTracks.state,
      })
      .from(tracks)
      .leftJoin(deletedTracks, eq(deletedTracks.trackId, tracks.id))
      .where(
        and(eq(tracks.kind, "file"), afterId === undefined ? undefined : gt(tracks.id, afterId)),
      )
      .orderBy(asc(tracks.id))
      .limit(ROWS_AT_ONCE);
    for (const { missingSince, analysisVersion, deletion, id: _id, ...file } of rows)
      take({
        ...file,
        status: missingSince === null ? "track" : isLeftAlone(deletion) ? "deleted" : "missing",
        isOutdated: analysisVersion < ANALYSIS_VERSION,
      });
    afterId = rows.at(-1)?.id;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  for (let afterPath: string | undefined; ;) {
    signal.throwIfAborted();
    const rows = await connection
      .select({
        path: refusedFiles.path,
        reason: refusedFiles.reason,
        sizeBytes: refusedFiles.sizeBytes,
        modifiedAtMs: refusedFiles.modifiedAtMs,
      })
      .from(refusedFiles)
      .where(
        and(
          or(isNull(refusedFiles.durationMs), lt(refusedFiles.durationMs, leastMs)),
          afterPath === undefined ? undefined : gt(refusedFiles.path, afterPath),
        ),
      )
      .orderBy(asc(refusedFiles.path))
      .limit(ROWS_AT_ONCE);
    for (const { reason, ...file } of rows)
      if (!isReadAgain({ path: file.path, reason }, leftOutFormats))
        take({ ...file, status: "refused", isOutdated: false });
    afterPath = rows.at(-1)?.path;
    if (rows.length < ROWS_AT_ONCE) break;
  }
}

export async function listKnownFiles(connection: Connection): Promise<readonly RememberedFile[]> {
  const files: RememberedFile[] = [];
  await eachKnownFile(connection, {
    leastMs: 0,
    leftOutFormats: musicFormats,
    signal: new AbortController().signal,
    take: (file) => void files.push(file),
  });
  return files;
}

/**
 * Any track with sound outside a folder, including missing tracks and those of music sources; null when there is none.
 */
export async function findFileOutside(
  connection: Connection,
  folder: string,
): Promise<RememberedFile | null> {
  const [found] = await connection
    .select({
      path: tracks.path,
      sizeBytes: tracks.sizeBytes,
      modifiedAtMs: tracks.modifiedAtMs,
    })
    .from(tracks)
    .where(and(ne(tracks.kind, "stream"), sql`not starts_with(${tracks.path}, ${`${folder}/`})`))
    .limit(1);
  return found === undefined ? null : { ...found, status: "track", isOutdated: false };
}

/** The tracks below a folder whose files are there. @param most how many to find */
export async function listTrackIdsBelow(
  connection: Connection,
  { folder, most }: { readonly folder: string; readonly most: number },
): Promise<readonly string[]> {
  const found = await connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(
        eq(tracks.kind, "file"),
        isNull(tracks.missingSince),
        sql`starts_with(${tracks.path}, ${`${folder}/`})`,
      ),
    )
    .limit(most);
  return found.map(({ id }) => id);
}

/** Once a file is in the trash, a file at its old path is unrelated. */
function isLeftAlone(deletion: (typeof deletedTracks.$inferSelect)["state"] | null): boolean {
  return deletion !== null && deletion !== "trashed";
}

/** Counts tracks of files, by whether their file was present at the last scan. */
export async function countTrackFiles(connection: Connection): Promise<{
  readonly present: number;
  readonly missing: number;
  /** Missing since less than a week. */
  readonly missingLately: number;
}> {
  const isLately = sql`${tracks.missingSince} > now() - interval '7 days'`;
  const [counted] = await connection
    .select({
      present: sql`count(*) filter (where ${tracks.missingSince} is null)`.mapWith(Number),
      missing: sql`count(*) filter (where ${tracks.missingSince} is not null)`.mapWith(Number),
      missingLately: sql`count(*) filter (where ${isLately})`.mapWith(Number),
    })
    .from(tracks)
    .where(
      and(
        eq(tracks.kind, "file"),
        sql`not exists (select from ${deletedTracks} where ${deletedTracks.trackId} = ${tracks.id})`,
      ),
    );
  return counted ?? { present: 0, missing: 0, missingLately: 0 };
}
