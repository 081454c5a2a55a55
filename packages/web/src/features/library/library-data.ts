import { tracksApi } from "@neonrelay/contract";
import type { Track } from "@neonrelay/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../api/call-api.ts";

const PAGE_SIZE = 500;

/** The whole library, page after page. `isComplete` tells when no more is to come. */
export function useLibrary() {
  const query = useInfiniteQuery({
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
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return;
    fetchNextPage().catch((error: unknown) => console.warn("library page not loaded", error));
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    tracks: query.data?.pages.flat(),
    isComplete: !hasNextPage,
    isError,
    retry: query.refetch,
  };
}

export function useTrackSearch(text: string) {
  return useQuery({
    queryKey: [tracksApi.searchTracks.path, text],
    queryFn: ({ signal }) => callApi(tracksApi.searchTracks, { query: { q: text } }, signal),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
}

function noTrackYet(): string | undefined {
  return undefined;
}
