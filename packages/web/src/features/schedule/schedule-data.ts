import { scheduleCalls, showsCalls } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";

/** How many days to list, from today. */
export const SHOWN_DAYS = 7;
const HOUR_MS = 60 * 60 * 1000;

/** What is on now and in the next week. */
export function useComingWeek() {
  return useQuery({
    ...stationData,
    queryKey: [scheduleCalls.getSchedule.path, "coming"],
    queryFn: ({ signal }) => {
      const from = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
      const query = {
        from: new Date(from).toISOString(),
        to: new Date(from + (SHOWN_DAYS + 1) * 24 * HOUR_MS).toISOString(),
      };
      return callApi(scheduleCalls.getSchedule, { query }, signal);
    },
    // The week moves on every hour, even on a page out of sight.
    refetchInterval: HOUR_MS,
    refetchIntervalInBackground: true,
  });
}

/** All shows; undefined until loaded. */
export function useShows(isWanted: boolean) {
  return useQuery({
    ...stationData,
    queryKey: [showsCalls.listShows.path],
    queryFn: ({ signal }) => callApi(showsCalls.listShows, {}, signal),
    enabled: isWanted,
  }).data;
}

/** One show with its next dates. */
export function useShow(slug: string) {
  return useQuery({
    ...stationData,
    queryKey: [showsCalls.getShow.path, slug],
    queryFn: ({ signal }) => callApi(showsCalls.getShow, { params: { slug } }, signal),
  });
}
