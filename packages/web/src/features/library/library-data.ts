import { libraryCalls, tracksCalls } from "@neonrelay/contract/callers";
import type { RequestOf, Track, TrackSort } from "@neonrelay/contract/callers";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { callApi, callApiForPage } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { useRight } from "../accounts/index.ts";
import { PAGE_ROWS, type PagedRows, rowsOfPages } from "./library-pages.ts";

/** An open page shows an import within this time. */
const POLL_INTERVAL_MS = 30_000;

type ListQuery = RequestOf<typeof tracksCalls.listTracks>["query"];

/** Filters of a track list; undefined: any. */
export type TrackFilters = Pick<
  ListQuery,
  "artist" | "album" | "albumArtist" | "genre" | "kind" | "tag" | "added"
> & { readonly year?: string | undefined };

/** Filters and sort order of the list. */
export interface TrackListing {
  /** Search text; '' for the whole library. */
  readonly text: string;
  /** undefined: the best match first, for a search; by artist otherwise. */
  readonly sort: TrackSort | undefined;
  /** undefined: the station's default. */
  readonly order: "ascending" | "descending" | undefined;
  readonly filters: TrackFilters;
}

/** The query parameters that select and sort the tracks. */
export function queryOf({ text, sort = "artist", order, filters }: TrackListing) {
  return { ...filters, sort, order, q: text === "" ? undefined : text };
}

/** What the list has while no filter names a kind; undefined: all. Jingles and spots are the operators' business. */
export function useListedKind(): "song" | undefined {
  return useRight("programme") ? undefined : "song";
}

export type TrackRows = PagedRows<Track>;

/** The pages of the library with the rows on the screen; reloaded every half minute. */
export function useTrackPages(listing: TrackListing, numbers: readonly number[]): TrackRows {
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...stationData,
      queryKey: [tracksCalls.listTracks.path, listing, page],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        callApiForPage(
          tracksCalls.listTracks,
          { query: { ...queryOf(listing), limit: PAGE_ROWS, offset: page * PAGE_ROWS } },
          signal,
        ),
      staleTime: 0,
      refetchInterval: POLL_INTERVAL_MS,
      refetchOnWindowFocus: true,
    })),
  });
  return rowsOfPages(numbers, pages);
}

/** The best matches, at most 50. While typing, the earlier matches stay. */
export function useTrackSearch(text: string, isWanted: boolean) {
  return useQuery({
    ...stationData,
    queryKey: [tracksCalls.searchTracks.path, text],
    queryFn: ({ signal }) => callApi(tracksCalls.searchTracks, { query: { q: text } }, signal),
    enabled: isWanted && text !== "",
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
}

/** Figures of the library, as far as this visitor's list has it. */
export function useLibraryStats() {
  const kind = useListedKind();
  return useQuery({
    ...stationData,
    queryKey: [libraryCalls.getLibraryStats.path, kind],
    queryFn: ({ signal }) => callApi(libraryCalls.getLibraryStats, { query: { kind } }, signal),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
  }).data;
}

/** The newest tracks, or the search results of `text`, for operators. */
export function useFoundTracks(text: string, limit: number) {
  return useQuery({
    queryKey: [tracksCalls.listTracks.path, "admin", text],
    queryFn: ({ signal }) =>
      text === ""
        ? callApi(tracksCalls.listTracks, { query: { limit, sort: "added" } }, signal)
        : callApi(tracksCalls.searchTracks, { query: { q: text } }, signal),
    placeholderData: keepPreviousData,
  });
}
