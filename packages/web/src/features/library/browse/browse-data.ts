import { libraryGroupsCalls } from "@neonrelay/contract/callers";
import type { GroupSort, LibraryGroup } from "@neonrelay/contract/callers";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { callApiForPage, callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { PAGE_ROWS } from "../library-pages.ts";
import { rowsOfPages, type PagedRows } from "../paged-rows.ts";
import type { BrowseWay } from "./browse-rules.ts";

const LOOK_EVERY_MS = 30_000;
const ARTIST_ALBUMS = 50;

const calls = {
  artists: libraryGroupsCalls.listArtists,
  albums: libraryGroupsCalls.listAlbums,
  genres: libraryGroupsCalls.listGenres,
  years: libraryGroupsCalls.listYears,
  kinds: libraryGroupsCalls.listKinds,
  added: libraryGroupsCalls.listMonthsAdded,
  tags: libraryGroupsCalls.listTags,
} satisfies Record<BrowseWay["path"], unknown>;

interface GroupListing {
  readonly path: BrowseWay["path"];
  /** Part of the name; '' for all. */
  readonly text: string;
  readonly sort: GroupSort;
}

export type GroupRows = PagedRows<LibraryGroup>;

export function useGroupPages(listing: GroupListing, numbers: readonly number[]): GroupRows {
  const call = calls[listing.path];
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...stationData,
      queryKey: [call.path, listing, page],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        callApiForPage(
          call,
          {
            query: {
              limit: PAGE_ROWS,
              offset: page * PAGE_ROWS,
              sort: listing.sort,
              q: listing.text === "" ? undefined : listing.text,
            },
          },
          signal,
        ),
      staleTime: 0,
      refetchInterval: LOOK_EVERY_MS,
      refetchOnWindowFocus: true,
    })),
  });
  return rowsOfPages(numbers, pages);
}

/** First letters of the names; undefined until loaded, and for groups without letters. */
export function useLetters(of: BrowseWay["letters"]) {
  return useQuery({
    ...stationData,
    queryKey: [libraryGroupsCalls.listLetters.path, of],
    queryFn: ({ signal }) =>
      callApi(libraryGroupsCalls.listLetters, { query: { of: of ?? "artist" } }, signal),
    enabled: of !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  }).data;
}

/** The first albums of an artist; undefined until loaded. */
export function useAlbumsOf(artist: string | undefined): readonly LibraryGroup[] | undefined {
  return useQuery({
    ...stationData,
    queryKey: [libraryGroupsCalls.listAlbums.path, { artist }],
    queryFn: ({ signal }) =>
      callApi(libraryGroupsCalls.listAlbums, { query: { artist, limit: ARTIST_ALBUMS } }, signal),
    enabled: artist !== undefined,
  }).data;
}
