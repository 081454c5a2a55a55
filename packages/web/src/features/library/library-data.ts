import { tracksApi } from "@neonrelay/contract";
import type { Track } from "@neonrelay/contract";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi, callApiForTotal } from "../../api/call-api.ts";

const PAGE_SIZE = 500;
/** An import appears within this time while the page is open. */
const COUNT_EVERY_MS = 30_000;

export const libraryQuery = infiniteQueryOptions({
  queryKey: [tracksApi.listTracks.path],
  queryFn: ({ pageParam, signal }) =>
    callApi(
      tracksApi.listTracks,
      { query: { limit: PAGE_SIZE, ...(pageParam === undefined ? {} : { after: pageParam }) } },
      signal,
    ),
  initialPageParam: noTrackYet(),
  getNextPageParam: (page: readonly Track[]) =>
    page.length < PAGE_SIZE ? undefined : page.at(-1)?.id,
  refetchOnWindowFocus: true,
});

/** One row and the number of all: what can be asked often, whatever the size of the library. */
const libraryCountQuery = queryOptions({
  queryKey: [tracksApi.listTracks.path, "count"],
  queryFn: async ({ client, signal }) => {
    const total = await callApiForTotal(tracksApi.listTracks, { query: { limit: 1 } }, signal);
    if (isOutgrown(client.getQueryData(libraryQuery.queryKey)?.pages, total)) {
      const { queryKey } = libraryQuery;
      await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
    return total;
  },
  staleTime: 0,
  refetchInterval: COUNT_EVERY_MS,
  refetchOnWindowFocus: true,
});

export interface Library {
  /** undefined until the first page has come. */
  readonly tracks: readonly Track[] | undefined;
  /** False while pages are still to come. */
  readonly isComplete: boolean;
  /** The newest attempt to load or to go on has failed; `tracks` is what is left. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The whole library, page after page; loaded again when its number of tracks has changed. */
export function useLibrary(): Library {
  const query = useInfiniteQuery(libraryQuery);
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const tracks = data?.pages.flat();
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return;
    fetchNextPage().catch((error: unknown) => console.warn("library page not loaded", error));
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  useQuery(libraryCountQuery);
  return {
    tracks,
    isComplete: tracks !== undefined && !hasNextPage,
    hasFailed: isError && !isFetching,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

export function useTrackSearch(text: string) {
  return useQuery({
    queryKey: [tracksApi.searchTracks.path, text],
    queryFn: ({ signal }) => callApi(tracksApi.searchTracks, { query: { q: text } }, signal),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
}

/**
 * Whether a completely loaded library no longer has the size the station tells.
 * @param pages undefined while nothing is loaded
 */
export function isOutgrown(
  pages: readonly (readonly Track[])[] | undefined,
  total: number,
): boolean {
  const last = pages?.at(-1);
  if (pages === undefined || last === undefined || last.length === PAGE_SIZE) return false;
  return pages.reduce((sum, page) => sum + page.length, 0) !== total;
}

function noTrackYet(): string | undefined {
  return undefined;
}
