/** A place in the queue without its track. */
export interface QueuePlace {
  readonly id: string;
  readonly trackId: string;
  /** Shown as asking for it. */
  readonly requestedBy: string | null;
  /** See Requester; null for what no requester asked for. */
  readonly requesterKey: string | null;
  /** A listener's: it comes on air where the station plays requests. Otherwise it comes at the next join. */
  readonly isRequest: boolean;
}

/** The new queue: the kept entries in their new order, and those that leave. */
export type QueueChange =
  | {
      readonly kind: "changed";
      readonly kept: readonly QueuePlace[];
      readonly removed: readonly QueuePlace[];
    }
  /** The queue is as asked for already. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "not-found" };

/** The queue as it was before a change, without what has played, started or failed since. */
export interface QueueSnapshot {
  readonly places: readonly QueuePlace[];
  /** The entry that the change added, if it added one. */
  readonly addedEntryId: string | null;
}

/** The queue after a change was taken back. */
interface QueueRestoration {
  /** Entries that come back. */
  readonly returned: readonly QueuePlace[];
  /** All entries in their order, with those that come back. */
  readonly kept: readonly QueuePlace[];
  /** What the change itself had added. */
  readonly removed: readonly QueuePlace[];
}

/** @param id of an entry, or of a track, which stands for its first entry */
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

/** @param position counted from 0; beyond the end means the end */
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
 * Orders the entries by random numbers, one for each. What comes out the same counts as changed too, because anyone who
 * takes it back means the shuffle.
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
 * Takes a change back: entries of the snapshot in its order, then those that came since. No entry that waits now is
 * lost to the limit; what then has no place any more does not come back.
 */
export function decideRestoration({
  places,
  snapshot,
  knownTrackIds,
  limit,
}: {
  readonly places: readonly QueuePlace[];
  readonly snapshot: QueueSnapshot;
  /** Tracks that are in the library still. */
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
 * Whether taking a change back leaves someone with more open requests than the rules allow, who has not as many now
 * and had not as many then: by clearing, asking again and taking the clearing back, anyone could fill the queue.
 * @param limit 0 for none
 */
export function exceedsOpenRequests({
  before,
  earlier,
  after,
  limit,
}: {
  /** The queue as it is. */
  readonly before: readonly QueuePlace[];
  /** As it was before the change. */
  readonly earlier: readonly QueuePlace[];
  /** As it would be. */
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
