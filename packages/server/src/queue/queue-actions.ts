import { QUEUE_LIMIT, type QueueItem } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection, Database } from "../database/database.ts";
import {
  appendQueueItem,
  listQueueItems,
  lockQueue,
  saveQueueOrder,
  type StoredQueueItem,
} from "../database/queue-store.ts";
import { findTrack } from "../database/track-store.ts";
import { toTrack } from "../library/track-rules.ts";
import type { StationEvents } from "../station-events.ts";
import {
  decideMove,
  decideRemoval,
  findPlace,
  type QueueChange,
  type QueuePlace,
} from "./queue-rules.ts";

export interface QueueParts {
  readonly database: Database;
  readonly events: StationEvents;
}

export type QueueAddition =
  | { readonly kind: "added"; readonly item: QueueItem }
  | { readonly kind: "unknown-track" }
  | { readonly kind: "missing-file" }
  | { readonly kind: "full" };

export type QueueOutcome =
  | { readonly kind: "changed"; readonly queue: readonly QueueItem[]; readonly removed: number }
  | { readonly kind: "not-found" }
  | { readonly kind: "missing-file" }
  | { readonly kind: "full" };

/** Entries soonest first. */
export async function listQueue(connection: Connection): Promise<QueueItem[]> {
  return (await listQueueItems(connection, { limit: QUEUE_LIMIT, which: "all" })).map(toQueueItem);
}

/** @param requestedBy who is shown as asking for it */
export async function addToQueue(
  { database, events }: QueueParts,
  { trackId, requestedBy }: { readonly trackId: string; readonly requestedBy: string },
): Promise<QueueAddition> {
  const outcome = await database.transaction((transaction) =>
    append(transaction, { trackId, requestedBy }),
  );
  if (outcome.kind === "added") events.publish({ type: "queue.changed" });
  return outcome;
}

/** @param id of the entry or of its track */
export async function removeFromQueue(parts: QueueParts, id: string): Promise<QueueOutcome> {
  return await changeQueue(parts, (places) => decideRemoval(places, id));
}

export async function clearQueue(parts: QueueParts): Promise<QueueOutcome> {
  return await changeQueue(parts, (places) => ({ kind: "changed", kept: [], removed: places }));
}

/** @param position counted from 0 */
export async function moveInQueue(
  parts: QueueParts,
  target: { readonly id: string; readonly position: number },
): Promise<QueueOutcome> {
  return await changeQueue(parts, (places) => decideMove(places, target));
}

/** Brings an entry to the front, or adds the track with that id there. */
export async function playNext(
  { database, events }: QueueParts,
  { id, requestedBy }: { readonly id: string; readonly requestedBy: string },
): Promise<QueueOutcome> {
  const outcome = await database.transaction<QueueOutcome>(async (transaction) => {
    let places = await lockQueue(transaction);
    let entryId = findPlace(places, id)?.id;
    if (entryId === undefined) {
      const addition = await append(transaction, { trackId: id, requestedBy });
      if (addition.kind === "unknown-track") return { kind: "not-found" };
      if (addition.kind !== "added") return addition;
      entryId = addition.item.id;
      places = [...places, { id: entryId, trackId: id }];
    }
    return await save(transaction, decideMove(places, { id: entryId, position: 0 }));
  });
  if (outcome.kind === "changed") events.publish({ type: "queue.changed" });
  return outcome;
}

async function changeQueue(
  { database, events }: QueueParts,
  decide: (places: readonly QueuePlace[]) => QueueChange,
): Promise<QueueOutcome> {
  const outcome = await database.transaction(async (transaction) =>
    save(transaction, decide(await lockQueue(transaction))),
  );
  if (outcome.kind === "changed") events.publish({ type: "queue.changed" });
  return outcome;
}

async function save(transaction: Connection, change: QueueChange): Promise<QueueOutcome> {
  if (change.kind === "not-found") return change;
  await saveQueueOrder(transaction, {
    kept: change.kept.map((place) => place.id),
    removed: change.removed.map((place) => place.id),
  });
  return { kind: "changed", queue: await listQueue(transaction), removed: change.removed.length };
}

async function append(
  transaction: Connection,
  { trackId, requestedBy }: { readonly trackId: string; readonly requestedBy: string },
): Promise<QueueAddition> {
  const places = await lockQueue(transaction);
  const track = await findTrack(transaction, trackId);
  if (track === null) return { kind: "unknown-track" };
  if (track.missingSince !== null) return { kind: "missing-file" };
  if (places.length >= QUEUE_LIMIT) return { kind: "full" };
  const place = { id: randomUUID(), trackId, position: places.length + 1, requestedBy };
  await appendQueueItem(transaction, place);
  return { kind: "added", item: toQueueItem({ ...place, track }) };
}

function toQueueItem(item: StoredQueueItem): QueueItem {
  return {
    id: item.id,
    track: toTrack(item.track),
    position: item.position,
    requestedBy: item.requestedBy,
  };
}
