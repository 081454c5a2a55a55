import type { Track } from "@neonrelay/contract";

/** What a track of unknown length counts for. */
const UNKNOWN_LENGTH_MS = 4 * 60_000;

export interface LibraryTotals {
  readonly tracks: number;
  readonly artists: number;
  readonly durationMs: number;
}

export function totalsOf(tracks: readonly Track[]): LibraryTotals {
  return {
    tracks: tracks.length,
    artists: new Set(tracks.map((track) => track.artist)).size,
    durationMs: tracks.reduce((sum, track) => sum + (track.durationMs ?? UNKNOWN_LENGTH_MS), 0),
  };
}
