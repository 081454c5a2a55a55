import { MAX_EDITED_TRACKS, tracksCalls } from "@neonrelay/contract/callers";
import type { Track } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { queryOf } from "../library-data.ts";
import type { TrackListing, TrackRows } from "../library-data.ts";
import type { RowRange } from "../library-pages.ts";

/** Rows per response. */
const MAX_ROWS = 500;

/**
 * Loads every row, for operators who select them all.
 * @param listing undefined: all rows are loaded already
 * @returns undefined if there are too many to edit at once
 */
export function loadAllRows(
  rows: TrackRows,
  listing: TrackListing | undefined,
): (() => Promise<readonly Track[]>) | undefined {
  const { total = 0 } = rows;
  if (total === 0 || total > MAX_EDITED_TRACKS) return undefined;
  const all = { first: 0, last: total - 1 };
  const isLoaded = loadedIn(rows, all) !== undefined;
  return isLoaded || listing !== undefined ? () => loadRows({ rows, listing }, all) : undefined;
}

/**
 * The rows of a range, up to the maximum for one edit.
 * @param listing undefined: all rows are loaded already
 */
export async function loadRows(
  { rows, listing }: { readonly rows: TrackRows; readonly listing: TrackListing | undefined },
  { first, last }: RowRange,
): Promise<readonly Track[]> {
  const range = { first, last: Math.min(last, first + MAX_EDITED_TRACKS - 1) };
  const loaded = loadedIn(rows, range);
  if (loaded !== undefined || listing === undefined) return loaded ?? [];
  return await fetchTracks(listing, range);
}

function loadedIn({ rowAt }: TrackRows, { first, last }: RowRange): readonly Track[] | undefined {
  const loaded = Array.from({ length: last - first + 1 }, (_row, index) => rowAt(first + index));
  return loaded.every((track) => track !== undefined) ? loaded : undefined;
}

async function fetchTracks(
  listing: TrackListing,
  { first, last }: RowRange,
): Promise<readonly Track[]> {
  const tracks: Track[] = [];
  while (first + tracks.length <= last) {
    const offset = first + tracks.length;
    const limit = Math.min(MAX_ROWS, last - offset + 1);
    const query = { ...queryOf(listing), limit, offset };
    const page = await callApi(tracksCalls.listTracks, { query });
    tracks.push(...page);
    if (page.length < limit) break;
  }
  return tracks;
}
