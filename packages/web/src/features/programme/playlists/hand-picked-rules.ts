import type { Track } from "@neonrelay/contract/callers";

/** A track at its place in a playlist, which may contain the same track more than once. */
export interface HandPicked {
  readonly id: string;
  readonly track: Track;
}

/** Gives each track an id that it keeps when moved. */
export function entriesOf(tracks: readonly Track[]): readonly HandPicked[] {
  const seen = new Map<string, number>();
  return tracks.map((track) => {
    const times = (seen.get(track.id) ?? 0) + 1;
    seen.set(track.id, times);
    return { id: `${track.id} ${times}`, track };
  });
}

/** Moves a track. @param index counts from 0 */
export function withEntryMoved(
  entries: readonly HandPicked[],
  { id, index }: { readonly id: string; readonly index: number },
): readonly Track[] {
  const moved = entries.find((entry) => entry.id === id);
  const others = entries.filter((entry) => entry.id !== id);
  const order = moved === undefined ? others : others.toSpliced(Math.max(0, index), 0, moved);
  return order.map(({ track }) => track);
}

/** Counts a track of unknown length as 0. */
export function durationOf(tracks: readonly Track[]): number {
  return tracks.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
}
