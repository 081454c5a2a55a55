import type { PlaylistTrack, PlaylistTracks, Track } from "@neonrelay/contract/callers";

/** A track at its place in a playlist, which may contain the same track more than once. */
export interface HandPicked {
  /** Id of its row. */
  readonly id: string;
  /** undefined until it is saved. */
  readonly entryId: string | undefined;
  readonly track: Track;
}

export function entriesOf(tracks: readonly PlaylistTrack[]): readonly HandPicked[] {
  return tracks.map(({ entryId, ...track }) => ({
    id: entryId ?? track.id,
    entryId: entryId ?? undefined,
    track,
  }));
}

/** Moves an entry. @param index counts from 0 */
export function withEntryMoved(
  entries: readonly HandPicked[],
  { id, index }: { readonly id: string; readonly index: number },
): readonly HandPicked[] {
  const moved = entries.find((entry) => entry.id === id);
  const others = withEntryRemoved(entries, id);
  return moved === undefined ? others : others.toSpliced(Math.max(0, index), 0, moved);
}

export function withEntryRemoved(
  entries: readonly HandPicked[],
  id: string,
): readonly HandPicked[] {
  return entries.filter((entry) => entry.id !== id);
}

/** Adds a track at the end, even if it is in the playlist already. */
export function withTrackAdded(
  entries: readonly HandPicked[],
  track: Track,
): readonly HandPicked[] {
  const taken = new Set(entries.map(({ id }) => id));
  let number = entries.length;
  while (taken.has(`new ${number}`)) number += 1;
  return [...entries, { id: `new ${number}`, entryId: undefined, track }];
}

/** Converts entries to the station's format. */
export function toSaved(entries: readonly HandPicked[]): NonNullable<PlaylistTracks["entries"]> {
  return entries.map(({ entryId, track }) =>
    entryId === undefined ? { trackId: track.id } : { entryId },
  );
}

/** Counts a track of unknown length as 0. */
export function durationOf(entries: readonly HandPicked[]): number {
  return entries.reduce((sum, { track: { durationMs } }) => sum + (durationMs ?? 0), 0);
}
