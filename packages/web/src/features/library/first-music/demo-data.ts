import { demoMusicCalls, type DemoMusicState } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";

const MAKING_POLL_INTERVAL_MS = 1000;
const POLL_INTERVAL_MS = 5000;

/** Progress of the demo tracks that the station makes for an empty library. */
export const demoQuery = queryOptions<DemoMusicState>({
  ...stationData,
  queryKey: [demoMusicCalls.getDemoMusic.path],
  queryFn: ({ signal }) => callApi(demoMusicCalls.getDemoMusic, {}, signal),
});

/** @param isPolled by the one part of a page that keeps it up to date; the others read along */
export function useDemoMusic({
  isWanted,
  isPolled,
}: {
  readonly isWanted: boolean;
  readonly isPolled: boolean;
}): DemoMusicState | undefined {
  return useQuery({
    ...demoQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      isPolled && (state.data?.making ? MAKING_POLL_INTERVAL_MS : POLL_INTERVAL_MS),
  }).data;
}
