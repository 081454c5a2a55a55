import { spotFilesCalls, spotsCalls } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi, urlOf } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";

/** The shown part of the log; null: the last week, all spots. */
export interface SpotFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly trackId: string | null;
}

/** Spots are rare. */
const LOOK_MS = 30_000;

/** While another part of the log loads, the previous one stays. */
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

/** The download URL of the log. */
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
