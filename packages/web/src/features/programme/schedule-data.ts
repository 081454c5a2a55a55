import { clocksCalls, planCalls, scheduleCalls, showsCalls } from "@neonrelay/contract/callers";
import type { Clock, Show } from "@neonrelay/contract/callers";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { mondayOf } from "../../ui/calendar-dates.ts";
import { instantsAround, localMoment } from "./week/zone-time.ts";

/** The queries that change with clocks, shows and entries. */
export const scheduleChanges: readonly string[] = [
  clocksCalls.listClocks.path,
  showsCalls.listProgrammeShows.path,
  showsCalls.listShows.path,
  scheduleCalls.getSchedule.path,
  scheduleCalls.getOnNow.path,
  planCalls.getPlan.path,
];

const clocksQuery = queryOptions<Clock[]>({
  ...stationData,
  queryKey: [clocksCalls.listClocks.path],
  queryFn: ({ signal }) => callApi(clocksCalls.listClocks, {}, signal),
  staleTime: 0,
});

const showsQuery = queryOptions<Show[]>({
  ...stationData,
  queryKey: [showsCalls.listProgrammeShows.path],
  queryFn: ({ signal }) => callApi(showsCalls.listProgrammeShows, {}, signal),
  staleTime: 0,
});

export function useClocks() {
  return useQuery(clocksQuery);
}

export function useShows() {
  return useQuery(showsQuery);
}

/** Loads the current version of a clock; undefined: it was removed, or the station can't be reached. */
export function useLoadClock(): (id: string) => Promise<Clock | undefined> {
  const queryClient = useQueryClient();
  return async (id) => {
    const { queryKey } = clocksQuery;
    await queryClient.refetchQueries({ queryKey, exact: true });
    return queryClient.getQueryData(queryKey)?.find((clock) => clock.id === id);
  };
}

/** The same for a show. */
export function useLoadShow(): (id: string) => Promise<Show | undefined> {
  const queryClient = useQueryClient();
  return async (id) => {
    const { queryKey } = showsQuery;
    await queryClient.refetchQueries({ queryKey, exact: true });
    return queryClient.getQueryData(queryKey)?.find((show) => show.id === id);
  };
}

/** Accounts that may host a show. */
export function useShowHosts() {
  return useQuery({
    queryKey: [showsCalls.listShowHosts.path],
    queryFn: ({ signal }) => callApi(showsCalls.listShowHosts, {}, signal),
  });
}

/**
 * The occurrences of the week from a Monday, with their entries; while it loads, the previous week stays. Loaded
 * together, since a change needs the version of the entry.
 */
export function useWeek(monday: string) {
  return useQuery({
    ...stationData,
    queryKey: [scheduleCalls.getSchedule.path, monday],
    queryFn: async ({ signal }) => {
      const [week, entries] = await Promise.all([
        callApi(scheduleCalls.getSchedule, { query: instantsAround(monday) }, signal),
        callApi(scheduleCalls.listScheduleEntries, {}, signal),
      ]);
      return { ...week, entries };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The week in which the page was opened, for the station's time zone. */
export function useThisWeek() {
  const [openedMs] = useState(() => Date.now());
  return useWeek(mondayOf(localMoment(openedMs, "UTC").date));
}
