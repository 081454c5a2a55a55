import { QUEUE_LIMIT } from "@neonrelay/contract";
import { and, asc, between, eq, inArray, sql } from "drizzle-orm";
import type { QueuePlace } from "./queue-rules.ts";
import type { Connection } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import { renameInSnapshots } from "./queue-snapshot-store.ts";
import { queueItems } from "./queue-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { isQueueable, trackColumns, type StoredTrack } from "../library/track-store.ts";

export interface StoredQueueItem extends QueuePlace {
  /** From 1, without gaps. */
  readonly position: number;
  readonly track: StoredTrack;
}

/** Locks the queue until the transaction ends and returns its entries in order. */
export async function lockQueue(transaction: Connection): Promise<readonly QueuePlace[]> {
  await lockUntilEnd(transaction, "queue");
  return await transaction
    .select({
      id: queueItems.id,
      trackId: queueItems.trackId,
      requestedBy: queueItems.requestedBy,
      requesterKey: queueItems.requesterKey,
      isRequest: queueItems.isRequest,
      isByOperator: queueItems.isByOperator,
    })
    .from(queueItems)
    .orderBy(asc(queueItems.position));
}

/** Entries, soonest first. @param which `playable` omits entries that can't be played now */
export async function listQueueItems(
  connection: Connection,
  { limit, which }: { readonly limit: number; readonly which: "all" | "playable" },
): Promise<readonly StoredQueueItem[]> {
  const rows = await connection
    .select({ item: queueItems, track: trackColumns })
    .from(queueItems)
    .innerJoin(tracks, eq(tracks.id, queueItems.trackId))
    // All of them. Without this the planner assumes that a table without statistics is large, and reads the whole
    // library to join it.
    .where(
      and(
        between(queueItems.position, 1, QUEUE_LIMIT),
        which === "playable" ? isQueueable : undefined,
      ),
    )
    .orderBy(asc(queueItems.position))
    .limit(limit);
  return rows.map(({ item, track }) => ({ ...item, track }));
}

/** Appends entries after the existing `behind`; the queue must be locked. */
export async function appendQueueItems(
  transaction: Connection,
  { behind, places }: { readonly behind: number; readonly places: readonly QueuePlace[] },
): Promise<void> {
  if (places.length === 0) return;
  await transaction.insert(queueItems).values(
    places.map((place, index) => ({
      id: place.id,
      trackId: place.trackId,
      requestedBy: place.requestedBy,
      requesterKey: place.requesterKey,
      isRequest: place.isRequest,
      isByOperator: place.isByOperator,
      position: behind + index + 1,
    })),
  );
}

/** Gives an entry a new id, in the queue and in the snapshots for undo; see renameEntry. The queue must be locked. */
export async function renameQueueItem(
  transaction: Connection,
  { id, newId }: { readonly id: string; readonly newId: string },
): Promise<void> {
  await transaction.update(queueItems).set({ id: newId }).where(eq(queueItems.id, id));
  await renameInSnapshots(transaction, { id, newId });
}

/** Moves an entry from the request slots to the next join; the queue must be locked. */
export async function freeQueueItem(transaction: Connection, id: string): Promise<void> {
  await transaction.update(queueItems).set({ isRequest: false }).where(eq(queueItems.id, id));
}

/** Sets the queue to these entries in this order, removing all others; the queue must be locked. */
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
