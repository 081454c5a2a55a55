import { QUEUE_LIMIT, type QueueChangeName, type QueueItem } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { insertSnapshot } from "./queue-snapshot-store.ts";
import { listQueueItems, saveQueueOrder, type StoredQueueItem } from "./queue-store.ts";
import { toTrack } from "../library/track-rules.ts";
import type { QueueChange, QueueSnapshot } from "./queue-rules.ts";

/** Entries soonest first. */
export async function listQueue(connection: Connection): Promise<QueueItem[]> {
  return (await listQueueItems(connection, { limit: QUEUE_LIMIT, which: "all" })).map(toQueueItem);
}

/** Stores what was decided, with what it takes to undo it; the queue must be locked. */
export async function saveChange(
  transaction: Connection,
  {
    name,
    changedBy,
    before,
    change,
  }: {
    readonly name: QueueChangeName;
    readonly changedBy: string;
    readonly before: QueueSnapshot;
    readonly change: QueueChange;
  },
): Promise<void> {
  if (change.kind !== "changed") return;
  await insertSnapshot(transaction, { change: name, changedBy, ...before });
  await saveQueueOrder(transaction, {
    kept: change.kept.map((place) => place.id),
    removed: change.removed.map((place) => place.id),
  });
}

function toQueueItem({ id, track, position, requestedBy }: StoredQueueItem): QueueItem {
  return { id, track: toTrack(track), position, requestedBy };
}
