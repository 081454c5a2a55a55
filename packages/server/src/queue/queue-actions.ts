import { QUEUE_LIMIT, type QueueChangeName, type QueueItem } from "@neonrelay/contract";
import type { Database } from "../database/database.ts";
import { deleteSnapshot, findNewestSnapshot } from "./queue-snapshot-store.ts";
import { appendQueueItems, lockQueue, saveQueueOrder } from "./queue-store.ts";
import { findUndeleted } from "../library/undeleted-store.ts";
import type { StationEvents } from "../events/station-events.ts";
import { listQueue, saveAndList, type QueueOutcome } from "./queue-changes.ts";
import {
  decideClearing,
  decideMove,
  decideRemoval,
  decideRestoration,
  decideShuffle,
  exceedsOpenRequests,
  type QueueChange,
  type QueuePlace,
} from "./queue-rules.ts";

export interface QueueParts {
  readonly database: Database;
  readonly events: StationEvents;
}

export type UndoOutcome =
  | {
      readonly kind: "undone";
      readonly change: QueueChangeName;
      readonly queue: readonly QueueItem[];
    }
  | { readonly kind: "nothing-to-undo" }
  /** Would exceed a requester's limit of open requests. */
  | { readonly kind: "too-many-open" };

/** The entry to change, and who changes it. */
interface Target {
  /** Id of the entry, or of a track, meaning its first entry. */
  readonly id: string;
  readonly changedBy: string;
}

export async function removeFromQueue(
  parts: QueueParts,
  { id, changedBy }: Target,
): Promise<QueueOutcome> {
  return await changeQueue(parts, {
    name: "remove",
    changedBy,
    decide: (places) => decideRemoval(places, id),
  });
}

export async function clearQueue(
  parts: QueueParts,
  { changedBy }: Pick<Target, "changedBy">,
): Promise<QueueOutcome> {
  return await changeQueue(parts, { name: "clear", changedBy, decide: decideClearing });
}

/** @param position counted from 0 */
export async function moveInQueue(
  parts: QueueParts,
  { id, position, changedBy }: Target & { readonly position: number },
): Promise<QueueOutcome> {
  return await changeQueue(parts, {
    name: "move",
    changedBy,
    decide: (places) => decideMove(places, { id, position }),
  });
}

export async function shuffleQueue(
  parts: QueueParts,
  { changedBy }: Pick<Target, "changedBy">,
): Promise<QueueOutcome> {
  return await changeQueue(parts, {
    name: "shuffle",
    changedBy,
    decide: (places) => decideShuffle(places, places.map(Math.random)),
  });
}

/**
 * Undoes the newest change. Entries that have since played, started or failed stay away, and entries added since follow
 * the restored ones.
 * @param maxOpenRequests a requester's limit, which the undo may not exceed; 0: no limit, as for operators
 */
export async function undoQueue(
  { database, events }: QueueParts,
  { maxOpenRequests }: { readonly maxOpenRequests: number },
): Promise<UndoOutcome> {
  const outcome = await database.transaction<UndoOutcome>(async (transaction) => {
    const places = await lockQueue(transaction);
    const snapshot = await findNewestSnapshot(transaction);
    if (snapshot === null) return { kind: "nothing-to-undo" };
    const trackIds = snapshot.places.map(({ trackId }) => trackId);
    const { returned, kept, removed } = decideRestoration({
      places,
      snapshot,
      knownTrackIds: await findUndeleted(transaction, trackIds),
      limit: QUEUE_LIMIT,
    });
    const open = { before: places, earlier: snapshot.places, after: kept, limit: maxOpenRequests };
    if (exceedsOpenRequests(open)) return { kind: "too-many-open" };
    await deleteSnapshot(transaction, snapshot.id);
    await appendQueueItems(transaction, { behind: places.length, places: returned });
    await saveQueueOrder(transaction, {
      kept: kept.map(({ id }) => id),
      removed: removed.map(({ id }) => id),
    });
    return { kind: "undone", change: snapshot.change, queue: await listQueue(transaction) };
  });
  if (outcome.kind === "undone") events.publish({ type: "queue.changed" });
  return outcome;
}

async function changeQueue(
  { database, events }: QueueParts,
  {
    name,
    changedBy,
    decide,
  }: {
    readonly name: QueueChangeName;
    readonly changedBy: string;
    readonly decide: (places: readonly QueuePlace[]) => QueueChange;
  },
): Promise<QueueOutcome> {
  const outcome = await database.transaction(async (transaction) => {
    const places = await lockQueue(transaction);
    return await saveAndList(transaction, { places, name, changedBy, change: decide(places) });
  });
  if (outcome.kind === "changed") events.publish({ type: "queue.changed" });
  return outcome;
}
