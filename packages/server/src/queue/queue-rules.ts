/** A place in the queue without its track. */
export interface QueuePlace {
  readonly id: string;
  readonly trackId: string;
}

/** The queue as it is to be: the kept entries in their new order, and those that leave. */
export type QueueChange =
  | {
      readonly kind: "changed";
      readonly kept: readonly QueuePlace[];
      readonly removed: readonly QueuePlace[];
    }
  | { readonly kind: "not-found" };

/** @param id of an entry, or of a track: then its first entry is meant */
export function findPlace(places: readonly QueuePlace[], id: string): QueuePlace | undefined {
  return places.find((place) => place.id === id) ?? places.find((place) => place.trackId === id);
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
  return {
    kind: "changed",
    kept: without(places, moving).toSpliced(position, 0, moving),
    removed: [],
  };
}

function without(places: readonly QueuePlace[], leaving: QueuePlace): readonly QueuePlace[] {
  return places.filter((place) => place.id !== leaving.id);
}
