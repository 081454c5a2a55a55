/** An entry of the queue without its track. */
export interface QueuePlace {
  readonly id: string;
  readonly trackId: string;
  /** The name shown as the requester, or as the operator who added it. */
  readonly requestedBy: string | null;
  /** See Requester; null when no requester asked for it. */
  readonly requesterKey: string | null;
  /** A listener's request goes on air where the station plays requests; any other entry at the next join. */
  readonly isRequest: boolean;
  /** An operator added it. A listener's request stays one when an operator plays it next. */
  readonly isByOperator: boolean;
}

/** The new queue: the kept entries in their new order, and those that leave. */
export type QueueChange =
  | {
      readonly kind: "changed";
      readonly kept: readonly QueuePlace[];
      readonly removed: readonly QueuePlace[];
    }
  /** The queue is already as requested. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "not-found" };

/** The queue before a change, without entries that have since played, started or failed. */
export interface QueueSnapshot {
  readonly places: readonly QueuePlace[];
  /** The entry added by the change, if any. */
  readonly addedEntryId: string | null;
}

/** The queue after an undo. */
interface QueueRestoration {
  /** Restored entries. */
  readonly returned: readonly QueuePlace[];
  /** All entries in order, restored ones included. */
  readonly kept: readonly QueuePlace[];
  /** Entries added by the undone change. */
  readonly removed: readonly QueuePlace[];
}

/** @param id of an entry, or of a track, meaning its first entry */
export function findPlace(places: readonly QueuePlace[], id: string): QueuePlace | undefined {
  return places.find((place) => place.id === id) ?? places.find((place) => place.trackId === id);
}

export function decideClearing(places: readonly QueuePlace[]): QueueChange {
  return places.length === 0
    ? { kind: "unchanged" }
    : { kind: "changed", kept: [], removed: places };
}

export function decideRemoval(places: readonly QueuePlace[], id: string): QueueChange {
  const leaving = findPlace(places, id);
  if (leaving === undefined) return { kind: "not-found" };
  return { kind: "changed", kept: without(places, leaving), removed: [leaving] };
}

/** @param position counted from 0; past the end means the end */
export function decideMove(
  places: readonly QueuePlace[],
  { id, position }: { readonly id: string; readonly position: number },
): QueueChange {
  const moving = findPlace(places, id);
  if (moving === undefined) return { kind: "not-found" };
  const kept = without(places, moving).toSpliced(position, 0, moving);
  const isSame = kept.every((place, index) => place.id === places[index]?.id);
  return isSame ? { kind: "unchanged" } : { kind: "changed", kept, removed: [] };
}

/**
 * Orders the entries by random numbers, one for each. An unchanged order counts as a change too, since its undo means
 * the shuffle.
 */
export function decideShuffle(
  places: readonly QueuePlace[],
  randoms: readonly number[],
): QueueChange {
  if (places.length < 2) return { kind: "unchanged" };
  const kept = places
    .map((place, index) => ({ place, random: randoms[index] ?? 0 }))
    .sort((first, second) => first.random - second.random)
    .map(({ place }) => place);
  return { kind: "changed", kept, removed: [] };
}

/**
 * Undoes a change: entries of the snapshot in its order, then those added since. Waiting entries are never lost to the
 * limit; restored ones that no longer fit are.
 */
export function decideRestoration({
  places,
  snapshot,
  knownTrackIds,
  limit,
}: {
  readonly places: readonly QueuePlace[];
  readonly snapshot: QueueSnapshot;
  /** Tracks still in the library. */
  readonly knownTrackIds: ReadonlySet<string>;
  readonly limit: number;
}): QueueRestoration {
  const removed = places.filter(({ id }) => id === snapshot.addedEntryId);
  const staying = places.filter(({ id }) => id !== snapshot.addedEntryId);
  const stayingIds = new Set(staying.map(({ id }) => id));
  const returned = snapshot.places
    .filter(({ id, trackId }) => !stayingIds.has(id) && knownTrackIds.has(trackId))
    .slice(0, Math.max(limit - staying.length, 0));
  const presentIds = new Set([...stayingIds, ...returned.map(({ id }) => id)]);
  const snapshotIds = new Set(snapshot.places.map(({ id }) => id));
  return {
    returned,
    kept: [
      ...snapshot.places.filter(({ id }) => presentIds.has(id)),
      ...staying.filter(({ id }) => !snapshotIds.has(id)),
    ],
    removed,
  };
}

/**
 * Whether an undo would leave someone with more open requests than the rules allow, who has fewer now and had fewer
 * before the change: by clearing, requesting again and undoing, anyone could fill the queue.
 * @param limit 0: none
 */
export function exceedsOpenRequests({
  before,
  earlier,
  after,
  limit,
}: {
  /** The current queue. */
  readonly before: readonly QueuePlace[];
  /** The queue before the change. */
  readonly earlier: readonly QueuePlace[];
  /** The queue after the undo. */
  readonly after: readonly QueuePlace[];
  readonly limit: number;
}): boolean {
  if (limit === 0) return false;
  const [openBefore, openEarlier] = [countOpen(before), countOpen(earlier)];
  return [...countOpen(after)].some(
    ([key, open]) => open > Math.max(limit, openBefore.get(key) ?? 0, openEarlier.get(key) ?? 0),
  );
}

function countOpen(places: readonly QueuePlace[]): ReadonlyMap<string, number> {
  const open = new Map<string, number>();
  for (const { requesterKey } of places)
    if (requesterKey !== null) open.set(requesterKey, (open.get(requesterKey) ?? 0) + 1);
  return open;
}

function without(places: readonly QueuePlace[], leaving: QueuePlace): readonly QueuePlace[] {
  return places.filter((place) => place.id !== leaving.id);
}
