import { spotFilesCalls, spotsCalls } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi, urlOf } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";

/** What of the log is shown; null: the last week, every spot. */
export interface SpotFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly trackId: string | null;
}

/** A spot comes now and then. */
const LOOK_MS = 30_000;

/** While another part of the log loads, the one before stays. */
export function useSpotLog(filter: SpotFilter) {
  const query = queryOf(filter);
  return useQuery({
    ...stationData,
    queryKey: [spotsCalls.getSpotLog.path, query],
    queryFn: ({ signal }) => callApi(spotsCalls.getSpotLog, { query }, signal),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
}

/** Where a browser downloads the log from. */
export function spotFileUrl(filter: SpotFilter): string {
  return urlOf(spotFilesCalls.downloadSpotLog.path, { query: queryOf(filter) });
}

function queryOf({ from, to, trackId }: SpotFilter): {
  readonly from?: string;
  readonly to?: string;
  readonly trackId?: string;
} {
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(trackId !== null && { trackId }),
  };
}
