import { MAX_MERGES, trackCuesSchema, type TrackCues } from "@neonrelay/contract";
import { asc, desc, eq, lte, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import {
  lentBelongingsSchema,
  type LentBelongings,
} from "../track-copies/lent-belongings-store.ts";
import { duplicateDecisions, duplicatePairs, mergedTracks, merges } from "./duplicate-tables.ts";

const pairsSchema = z.array(
  z.object({
    trackId: z.uuid(),
    otherId: z.uuid(),
    decision: z.enum(duplicateDecisions).nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: z.coerce.date().nullable(),
  }),
);
/** Matches and decisions about pairs of tracks. */
type PairsBefore = z.infer<typeof pairsSchema>;

/** What a merge did to a copy. */
export interface MergedCopy {
  readonly copyId: string;
  readonly wasInRotation: boolean;
  readonly lent: LentBelongings;
}

export interface StoredMerge {
  readonly id: number;
  readonly keptId: string;
  readonly copies: number;
  readonly pairs: PairsBefore;
  readonly cues: TrackCues | null;
  readonly undoneAt: Date | null;
}

/** Pairs of these tracks, whatever the decision. */
export async function listPairsBefore(
  transaction: Connection,
  trackIds: readonly string[],
): Promise<PairsBefore> {
  const ids = sql`${sql.param(trackIds)}::uuid[]`;
  return await transaction
    .select({
      trackId: duplicatePairs.trackId,
      otherId: duplicatePairs.otherId,
      decision: duplicatePairs.decision,
      decidedBy: duplicatePairs.decidedBy,
      decidedAt: duplicatePairs.decidedAt,
    })
    .from(duplicatePairs)
    .where(
      sql`${duplicatePairs.trackId} = any(${ids}) and ${duplicatePairs.otherId} = any(${ids})`,
    );
}

/** Restores the pairs among these tracks; those made by the merge are removed. */
export async function restorePairs(
  transaction: Connection,
  { trackIds, pairs }: { readonly trackIds: readonly string[]; readonly pairs: PairsBefore },
): Promise<void> {
  const now = await listPairsBefore(transaction, trackIds);
  for (const { trackId, otherId } of now) {
    const before = pairs.find((pair) => pair.trackId === trackId && pair.otherId === otherId);
    const isPair = sql`${duplicatePairs.trackId} = ${trackId} and ${duplicatePairs.otherId} = ${otherId}`;
    if (before === undefined) await transaction.delete(duplicatePairs).where(isPair);
    else {
      const { decision, decidedBy, decidedAt } = before;
      await transaction
        .update(duplicatePairs)
        .set({ decision, decidedBy, decidedAt })
        .where(isPair);
    }
  }
}

/** Records a merge; drops the oldest beyond the limit. @returns its id */
export async function insertMerge(
  transaction: Connection,
  {
    keptId,
    mergedBy,
    pairs,
    cues,
    copies,
  }: {
    readonly keptId: string;
    readonly mergedBy: string;
    readonly pairs: PairsBefore;
    readonly cues: TrackCues | null;
    readonly copies: readonly MergedCopy[];
  },
): Promise<number> {
  const [row] = await transaction
    .insert(merges)
    .values({ keptId, mergedBy, pairs, cues, copies: copies.length })
    .returning({ id: merges.id });
  if (row === undefined) throw new Error("a merge was not stored");
  const rows = copies.map((copy, position) => ({ mergeId: row.id, position, ...copy }));
  if (rows.length > 0) await transaction.insert(mergedTracks).values(rows);
  const [oldest] = await transaction
    .select({ id: merges.id })
    .from(merges)
    .orderBy(desc(merges.id))
    .offset(MAX_MERGES)
    .limit(1);
  if (oldest !== undefined) await transaction.delete(merges).where(lte(merges.id, oldest.id));
  return row.id;
}

/** @param isLocked locked against another undo until the transaction ends */
export async function findMerge(
  connection: Connection,
  id: number,
  { isLocked }: { readonly isLocked: boolean },
): Promise<StoredMerge | null> {
  const query = connection.select().from(merges).where(eq(merges.id, id));
  const [row] = isLocked ? await query.for("update") : await query;
  if (row === undefined) return null;
  const { keptId, copies, pairs, cues, undoneAt } = row;
  return {
    id,
    keptId,
    copies,
    pairs: pairsSchema.parse(pairs),
    cues: cues === null ? null : trackCuesSchema.parse(cues),
    undoneAt,
  };
}

/** Newest first, with the kept track. */
export async function listMerges(connection: Connection) {
  return await connection
    .select({
      id: merges.id,
      mergedAt: merges.mergedAt,
      mergedBy: merges.mergedBy,
      copies: merges.copies,
      undoneAt: merges.undoneAt,
      title: tracks.title,
      artist: tracks.artist,
    })
    .from(merges)
    .innerJoin(tracks, eq(tracks.id, merges.keptId))
    .orderBy(desc(merges.id));
}

/** In the order in which they gave what they had. */
export async function listMergedCopies(
  connection: Connection,
  mergeId: number,
): Promise<readonly MergedCopy[]> {
  const rows = await connection
    .select()
    .from(mergedTracks)
    .where(eq(mergedTracks.mergeId, mergeId))
    .orderBy(asc(mergedTracks.position));
  return rows.map(({ copyId, wasInRotation, lent }) => ({
    copyId,
    wasInRotation,
    lent: lentBelongingsSchema.parse(lent),
  }));
}

export async function markMergeUndone(transaction: Connection, id: number): Promise<void> {
  await transaction
    .update(merges)
    .set({ undoneAt: sql`now()` })
    .where(eq(merges.id, id));
}
