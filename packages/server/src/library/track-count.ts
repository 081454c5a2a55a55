import type { Database } from "../database/database.ts";
import { countTracks } from "../database/track-list.ts";
import type { StationEvents } from "../station-events.ts";

/** Tells how many tracks the library has. */
export type TrackCount = () => Promise<number>;

/** Tracks that another node added are counted after this long. */
const KEPT_MS = 5000;

/**
 * Counts when asked, and again only when the library has changed or some seconds have passed: counting reads the whole
 * library, and every open page asks for the number.
 */
export function createTrackCount(
  { database, events }: { readonly database: Database; readonly events: StationEvents },
  nowMs: () => number,
): TrackCount {
  let kept: { readonly total: Promise<number>; readonly atMs: number } | null = null;
  events.subscribe((event) => {
    if (event.type === "library.changed") kept = null;
  });
  return async () => {
    if (kept !== null && nowMs() - kept.atMs < KEPT_MS) return await kept.total;
    const counting = { total: countTracks(database.connection, ""), atMs: nowMs() };
    kept = counting;
    try {
      return await counting.total;
    } catch (error) {
      if (kept === counting) kept = null;
      throw error;
    }
  };
}
