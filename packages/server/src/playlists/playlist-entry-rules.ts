import type { PlaylistTracks } from "@neonrelay/contract";

/** An entry of a playlist. */
export interface PlaylistEntry {
  readonly id: string;
  readonly trackId: string;
}

/** `id` is undefined for a new entry. */
export interface WantedEntry {
  readonly id: string | undefined;
  readonly trackId: string;
}

/**
 * Assigns entries to tracks: the first occurrence of a track gets its first entry, the second its second, and so on.
 */
export function entriesOfTracks(
  stored: readonly PlaylistEntry[],
  trackIds: readonly string[],
): readonly WantedEntry[] {
  const free = Map.groupBy(stored, ({ trackId }) => trackId);
  return trackIds.map((trackId) => ({ id: free.get(trackId)?.shift()?.id, trackId }));
}

/**
 * The playlist as a caller wants it. Callers don't see entries with missing files and so can't name them: these stay
 * after the entry they follow.
 */
export function decideEntries(
  stored: readonly (PlaylistEntry & { readonly isListed: boolean })[],
  wanted: NonNullable<PlaylistTracks["entries"]>,
):
  | { readonly kind: "decided"; readonly entries: readonly WantedEntry[] }
  | { readonly kind: "unknown-entry"; readonly entryId: string } {
  const known = new Set(stored.map(({ id }) => id));
  const named = new Set(wanted.flatMap((each) => ("entryId" in each ? each.entryId : [])));
  for (const entryId of named) if (!known.has(entryId)) return { kind: "unknown-entry", entryId };
  const first: WantedEntry[] = [];
  const behind = new Map<string, WantedEntry[]>();
  let place = first;
  for (const { id, trackId, isListed } of stored) {
    if (named.has(id)) behind.set(id, (place = []));
    if (named.has(id) || !isListed) place.push({ id, trackId });
  }
  const entries = wanted.flatMap((each): readonly WantedEntry[] =>
    "entryId" in each
      ? (behind.get(each.entryId) ?? [])
      : [{ id: undefined, trackId: each.trackId }],
  );
  return { kind: "decided", entries: [...first, ...entries] };
}

/** Which tracks are added to a playlist, and which it already has. */
export function decideAdditions(
  stored: readonly PlaylistEntry[],
  {
    trackIds,
    addsRepeats,
  }: { readonly trackIds: readonly string[]; readonly addsRepeats: boolean },
): { readonly added: readonly string[]; readonly presentIds: readonly string[] } {
  const known = new Set(stored.map(({ trackId }) => trackId));
  const unique = [...new Set(trackIds)];
  return {
    added: addsRepeats ? trackIds : unique.filter((trackId) => !known.has(trackId)),
    presentIds: unique.filter((trackId) => known.has(trackId)),
  };
}
