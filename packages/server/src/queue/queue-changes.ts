import { QUEUE_LIMIT, type QueueChangeName, type QueueItem } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { insertSnapshot } from "./queue-snapshot-store.ts";
import { listQueueItems, saveQueueOrder, type StoredQueueItem } from "./queue-store.ts";
import { toTrack } from "../library/track-rules.ts";
import type { QueueChange, QueuePlace, QueueSnapshot } from "./queue-rules.ts";

/** The new queue; `removed` entries left it. */
export interface QueueChanged {
  readonly kind: "changed" | "unchanged";
  readonly queue: readonly QueueItem[];
  readonly removed: number;
}

export type QueueOutcome = QueueChanged | { readonly kind: "not-found" };

/** Entries, soonest first. */
export async function listQueue(connection: Connection): Promise<QueueItem[]> {
  return (await listQueueItems(connection, { limit: QUEUE_LIMIT, which: "all" })).map(toQueueItem);
}

/** Stores a decision together with the data for its undo; the queue must be locked. */
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

/** Also returns the new queue. */
export async function saveAndList(
  transaction: Connection,
  {
    places,
    name,
    changedBy,
    change,
  }: {
    readonly places: readonly QueuePlace[];
    readonly name: QueueChangeName;
    readonly changedBy: string;
    readonly change: QueueChange;
  },
): Promise<QueueOutcome> {
  if (change.kind === "not-found") return change;
  const before = { places, addedEntryId: null };
  await saveChange(transaction, { name, changedBy, before, change });
  const removed = change.kind === "changed" ? change.removed.length : 0;
  return { kind: change.kind, queue: await listQueue(transaction), removed };
}

/** An entry for callers: `requestedBy` is a listener, `addedBy` an operator. */
export function toQueueItem({
  id,
  track,
  position,
  requestedBy: name,
  isByOperator,
}: Pick<StoredQueueItem, "id" | "track" | "position" | "requestedBy" | "isByOperator">): QueueItem {
  const by = isByOperator
    ? { requestedBy: null, addedBy: name }
    : { requestedBy: name, addedBy: null };
  return { id, track: toTrack(track), position, ...by };
}
