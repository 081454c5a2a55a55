import type { QueueItem } from "@neonrelay/contract/callers";

/**
 * Moves one entry of the queue.
 * @param index counts from 0 and is clamped to the queue
 */
export function withMoved(
  items: readonly QueueItem[],
  { id, index }: { readonly id: string; readonly index: number },
): QueueItem[] {
  const moved = items.find((item) => item.id === id);
  if (moved === undefined) return [...items];
  const others = items.filter((item) => item.id !== id);
  return others
    .toSpliced(Math.max(0, index), 0, moved)
    .map((item, at) => ({ ...item, position: at + 1 }));
}

/** The id to send to `play-next`: the track's, or the entry's for a track that is queued more than once. */
export function playNextId(items: readonly QueueItem[], { id, track }: QueueItem): string {
  return items.filter((item) => item.track.id === track.id).length > 1 ? id : track.id;
}
