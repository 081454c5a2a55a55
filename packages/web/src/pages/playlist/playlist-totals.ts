import type { QueueItem } from "@neonrelay/contract/callers";

/** Counted for a track of unknown length, as in the library. */
const UNKNOWN_LENGTH_MS = 4 * 60_000;

interface PlaylistTotals {
  readonly tracks: number;
  readonly durationMs: number;
  readonly requests: number;
}

/** A request is an entry with a requester. */
export function playlistTotals(items: readonly QueueItem[]): PlaylistTotals {
  return {
    tracks: items.length,
    durationMs: items.reduce((sum, { track }) => sum + (track.durationMs ?? UNKNOWN_LENGTH_MS), 0),
    requests: items.filter(({ requestedBy }) => requestedBy !== null).length,
  };
}
