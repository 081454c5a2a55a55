import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "./database.ts";
import { queueItems, tracks } from "./schema.ts";
import type { StoredTrack } from "./track-store.ts";

/** A place in the queue without its track. */
export interface QueuePlace {
  readonly id: string;
  readonly trackId: string;
}

export interface StoredQueueItem extends QueuePlace {
  /** From 1, without gaps. */
  readonly position: number;
  readonly requestedBy: string | null;
  readonly track: StoredTrack;
}

/** Whoever holds it may change the queue, on all nodes. */
const QUEUE_LOCK = 7_206_412;

/** Holds the queue until the transaction ends and gives its places in order. */
export async function lockQueue(transaction: Connection): Promise<readonly QueuePlace[]> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${QUEUE_LOCK})`);
  return await transaction
    .select({ id: queueItems.id, trackId: queueItems.trackId })
    .from(queueItems)
    .orderBy(asc(queueItems.position));
}

/** Entries soonest first. */
export async function listQueueItems(
  connection: Connection,
  { limit }: { readonly limit: number },
): Promise<readonly StoredQueueItem[]> {
  const rows = await connection
    .select({ item: queueItems, track: tracks })
    .from(queueItems)
    .innerJoin(tracks, eq(tracks.id, queueItems.trackId))
    .orderBy(asc(queueItems.position))
    .limit(limit);
  return rows.map(({ item, track }) => ({
    id: item.id,
    trackId: item.trackId,
    position: item.position,
    requestedBy: item.requestedBy,
    track,
  }));
}

/** Adds an entry behind all others; the queue must be locked. */
export async function appendQueueItem(
  transaction: Connection,
  item: {
    readonly id: string;
    readonly trackId: string;
    readonly position: number;
    readonly requestedBy: string | null;
  },
): Promise<void> {
  await transaction.insert(queueItems).values(item);
}

/** Makes the queue these entries in this order, dropping all others; the queue must be locked. */
export async function saveQueueOrder(
  transaction: Connection,
  { kept, removed }: { readonly kept: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  if (removed.length > 0)
    await transaction.delete(queueItems).where(inArray(queueItems.id, [...removed]));
  await transaction.execute(sql`
    update ${queueItems} set "position" = ordered.position
    from unnest(${sql.param(kept)}::uuid[]) with ordinality as ordered(id, position)
    where ${queueItems.id} = ordered.id and ${queueItems.position} <> ordered.position`);
}
