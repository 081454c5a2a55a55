import { artistAndTitle, queueCalls } from "@neonrelay/contract/callers";
import type { ExpectedPlay, QueueItem, Track } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { refresh, stationData } from "../../api/query-client.ts";
import { useConnectionState } from "../../socket/socket-context.ts";

const FALLBACK_POLL_MS = 10_000;

/** Separate from the code that changes the queue: the socket fills it on every page. */
export const queueQuery = queryOptions<QueueItem[]>({
  ...stationData,
  queryKey: [queueCalls.listQueue.path],
  queryFn: ({ signal }) => callApi(queueCalls.listQueue, {}, signal),
});

export function useQueue() {
  const isLive = useConnectionState() === "CONNECTED";
  return useQuery({ ...queueQuery, refetchInterval: isLive ? false : FALLBACK_POLL_MS });
}

/** When the entries of the queue are expected on air. */
export const expectedQuery = queryOptions<ExpectedPlay[]>({
  ...stationData,
  queryKey: [queueCalls.listExpectedPlays.path],
  queryFn: ({ signal }) => callApi(queueCalls.listExpectedPlays, {}, signal),
});

/** Reloads after a change of the queue or the plan. */
export function refreshExpectedPlays(queryClient: QueryClient): void {
  refresh(queryClient, expectedQuery.queryKey);
}

/** 'Added to Queue' and 'New Song Request' report the same fact: one of them is enough. */
export function requestFact({ title, artist }: Pick<Track, "title" | "artist">): string {
  return `requested: ${artistAndTitle({ title, artist })}`;
}
