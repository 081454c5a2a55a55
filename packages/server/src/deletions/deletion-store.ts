import { and, asc, count, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { deletedTracks } from "../library/deletion-tables.ts";
import { tracks } from "../library/library-tables.ts";
import type { DoomedTrack } from "./deletion-rules.ts";

/** A deleted track whose file still exists. */
export type StoredDeletion = typeof deletedTracks.$inferSelect & {
  readonly title: string;
  readonly artist: string;
  /** Where the library looks for its track. */
  readonly trackPath: string;
};

const columns = {
  trackId: deletedTracks.trackId,
  state: deletedTracks.state,
  path: deletedTracks.path,
  trashPath: deletedTracks.trashPath,
  sizeBytes: deletedTracks.sizeBytes,
  deletedAt: deletedTracks.deletedAt,
  deletedBy: deletedTracks.deletedBy,
  title: tracks.title,
  artist: tracks.artist,
  trackPath: tracks.path,
};

/** Tracks that are not deleted yet. @param isLocked locks them until the transaction ends */
export async function findDoomed(
  connection: Connection,
  trackIds: readonly string[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<
  readonly (DoomedTrack & {
    /** Its file reappeared, and an earlier file of it is in the trash. */
    readonly hasEarlierFile: boolean;
  })[]
> {
  const hasDeletion = sql<boolean>`exists (
    select from ${deletedTracks} where ${deletedTracks.trackId} = ${tracks.id})`;
  const query = connection
    .select({
      id: tracks.id,
      kind: tracks.kind,
      path: tracks.path,
      title: tracks.title,
      sizeBytes: tracks.sizeBytes,
      missingSince: tracks.missingSince,
      hasEarlierFile: hasDeletion,
    })
    .from(tracks)
    .where(
      and(
        sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`,
        sql`not (${hasDeletion} and ${tracks.missingSince} is not null)`,
      ),
    )
    .orderBy(asc(tracks.id));
  const rows = isLocked ? await query.for("update") : await query;
  return rows.map(({ missingSince, ...track }) => ({ ...track, isMissing: missingSince !== null }));
}

/** Removes tracks from the library; their files are handled afterwards. */
export async function insertDeletions(
  transaction: Connection,
  deletions: readonly (typeof deletedTracks.$inferInsert)[],
): Promise<void> {
  if (deletions.length === 0) return;
  await transaction.insert(deletedTracks).values([...deletions]);
  await transaction
    .update(tracks)
    .set({ missingSince: sql`coalesce(${tracks.missingSince}, now())` })
    .where(
      inArray(
        tracks.id,
        deletions.map(({ trackId }) => trackId),
      ),
    );
}

/** Removes them for good, with everything that belongs to them. */
export async function forgetTracks(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<void> {
  if (trackIds.length > 0)
    await transaction.delete(tracks).where(inArray(tracks.id, [...trackIds]));
}

/** Deletions of these tracks, or all with work left. */
export async function findDeletions(
  connection: Connection,
  which: { readonly trackIds: readonly string[] } | "unfinished",
): Promise<readonly StoredDeletion[]> {
  return await connection
    .select(columns)
    .from(deletedTracks)
    .innerJoin(tracks, eq(tracks.id, deletedTracks.trackId))
    .where(
      which === "unfinished"
        ? inArray(deletedTracks.state, ["trashing", "erasing"])
        : sql`${deletedTracks.trackId} = any(${sql.param(which.trackIds)}::uuid[])`,
    )
    .orderBy(asc(deletedTracks.trackId));
}

/** The trash, oldest first. @param before null: no limit */
export async function listTrash(
  connection: Connection,
  { before, limit }: { readonly before: Date | null; readonly limit: number },
): Promise<readonly StoredDeletion[]> {
  return await connection
    .select(columns)
    .from(deletedTracks)
    .innerJoin(tracks, eq(tracks.id, deletedTracks.trackId))
    .where(
      and(
        eq(deletedTracks.state, "trashed"),
        before === null ? undefined : lt(deletedTracks.deletedAt, before),
      ),
    )
    .orderBy(asc(deletedTracks.deletedAt), asc(deletedTracks.trackId))
    .limit(limit);
}

/** Newest first. */
export async function listDeletions(
  connection: Connection,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly StoredDeletion[]> {
  return await connection
    .select(columns)
    .from(deletedTracks)
    .innerJoin(tracks, eq(tracks.id, deletedTracks.trackId))
    .where(inArray(deletedTracks.state, ["kept", "trashed"]))
    .orderBy(desc(deletedTracks.deletedAt), desc(deletedTracks.trackId))
    .limit(limit)
    .offset(offset);
}

export async function measureDeletions(
  connection: Connection,
): Promise<{ readonly total: number; readonly trashBytes: number }> {
  const [measured] = await connection
    .select({
      total: count(),
      trashBytes:
        sql`coalesce(sum(${deletedTracks.sizeBytes}) filter (where ${deletedTracks.state} = 'trashed'), 0)`.mapWith(
          Number,
        ),
    })
    .from(deletedTracks)
    .where(inArray(deletedTracks.state, ["kept", "trashed"]));
  return measured ?? { total: 0, trashBytes: 0 };
}

export async function setDeletionState(
  connection: Connection,
  {
    trackIds,
    state,
  }: { readonly trackIds: readonly string[]; readonly state: StoredDeletion["state"] },
): Promise<void> {
  if (trackIds.length > 0)
    await connection
      .update(deletedTracks)
      .set({ state })
      .where(inArray(deletedTracks.trackId, [...trackIds]));
}

/** Undoes the deletion of tracks. @param isBack their files are where the library looks for them */
export async function dropDeletions(
  transaction: Connection,
  { trackIds, isBack }: { readonly trackIds: readonly string[]; readonly isBack: boolean },
): Promise<void> {
  if (trackIds.length === 0) return;
  await transaction.delete(deletedTracks).where(inArray(deletedTracks.trackId, [...trackIds]));
  if (!isBack) return;
  await transaction
    .update(tracks)
    .set({ missingSince: null })
    .where(inArray(tracks.id, [...trackIds]));
}

/** Removes tracks with erased files for good; a track that has another file by now stays. */
export async function forgetErased(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<void> {
  if (trackIds.length === 0) return;
  await transaction.delete(deletedTracks).where(inArray(deletedTracks.trackId, [...trackIds]));
  await transaction
    .delete(tracks)
    .where(and(inArray(tracks.id, [...trackIds]), isNotNull(tracks.missingSince)));
}

/** Those of the tracks that have no file in the library. */
export async function listMissing(
  connection: Connection,
  trackIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      and(sql`${tracks.id} = any(${sql.param(trackIds)}::uuid[])`, isNotNull(tracks.missingSince)),
    );
  return new Set(rows.map(({ id }) => id));
}
