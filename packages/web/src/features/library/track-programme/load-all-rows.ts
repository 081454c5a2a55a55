import { MAX_EDITED_TRACKS, tracksCalls } from "@neonrelay/contract/callers";
import type { Track } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import type { TrackListing, TrackRows } from "../library-data.ts";

/** Rows of one answer. */
const MOST_ROWS = 500;

/**
 * Loads every row, for operators who select them all.
 * @param listing undefined: the rows are all there
 * @returns undefined when there are too many to be edited at once
 */
export function loadAllRows(
  { total = 0, rowAt }: TrackRows,
  listing: TrackListing | undefined,
): (() => Promise<readonly Track[]>) | undefined {
  if (total === 0 || total > MAX_EDITED_TRACKS) return undefined;
  const loaded = Array.from({ length: total }, (_row, index) => rowAt(index));
  if (loaded.every((track) => track !== undefined)) return async () => loaded;
  return listing === undefined ? undefined : () => fetchTracks(listing, total);
}

/** @param total at most a few pages */
async function fetchTracks({ text, sort }: TrackListing, total: number): Promise<readonly Track[]> {
  const tracks: Track[] = [];
  while (tracks.length < total) {
    const query = {
      limit: MOST_ROWS,
      offset: tracks.length,
      sort: sort ?? "artist",
      ...(text === "" ? {} : { q: text }),
    };
    const page = await callApi(tracksCalls.listTracks, { query });
    tracks.push(...page);
    if (page.length < MOST_ROWS) break;
  }
  return tracks;
}
