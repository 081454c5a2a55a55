import { type GroupSort, type LibraryGroup, libraryGroupsCalls } from "@neonrelay/contract/callers";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { callApi, callApiForPage } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { PAGE_ROWS, type PagedRows, rowsOfPages } from "../library-pages.ts";
import type { BrowseWay } from "./browse-ways.ts";
import { kindChoices } from "../track-programme/track-programme-rules.ts";

const POLL_INTERVAL_MS = 30_000;
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
      refetchInterval: POLL_INTERVAL_MS,
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

type FilterName = BrowseWay["filter"];

const monthNames =
  "January,February,March,April,May,June,July,August,September,October,November,December".split(
    ",",
  );

/** A group's name in words. */
export function nameOf(filter: FilterName, name: string): string {
  if (filter === "kind") return kindChoices.find(({ value }) => value === name)?.name ?? name;
  if (filter !== "added") return name;
  const [year = "", month = ""] = name.split("-");
  return `${monthNames[Number(month) - 1] ?? month} ${year}`;
}

/** The address of the tracks of a group. */
export function addressOf(
  { filter }: Pick<BrowseWay, "filter">,
  { name, artist }: Pick<LibraryGroup, "name" | "artist">,
): string {
  const search = new URLSearchParams({ [filter]: name });
  if (artist !== null) search.set("albumArtist", artist);
  // An album's tracks in album order.
  if (filter === "album") search.set("sort", "album");
  return `/library?${search}`;
}
