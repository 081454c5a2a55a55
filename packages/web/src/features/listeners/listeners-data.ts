import { listenersCalls } from "@neonrelay/contract/callers";
import type { listenedTrackSorts, ListeningHistory } from "@neonrelay/contract/callers";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { callApi, callApiForPage } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import type { Days } from "./period-rules.ts";

const NOW_POLL_MS = 5000;
/** The largest page of the station. */
const MAX_NOW = 500;
const TRACKS_PAGE = 50;

/** The station's calendar. */
export interface StationDay {
  readonly timeZone: string;
  readonly today: string;
}

/** The station's time zone and its day there, which its history ends with. */
export function useStationDay() {
  return useQuery({
    queryKey: [listenersCalls.getListeningHistory.path],
    queryFn: ({ signal }) => callApi(listenersCalls.getListeningHistory, { query: {} }, signal),
    select: ({ timeZone, steps }): StationDay => ({ timeZone, today: steps.at(-1)?.date ?? "" }),
  });
}

/** Who listens now, the longest first, and their number. */
export function useCurrentListeners() {
  return useQuery({
    queryKey: [listenersCalls.listCurrentListeners.path],
    queryFn: ({ signal }) =>
      callApiForPage(listenersCalls.listCurrentListeners, { query: { limit: MAX_NOW } }, signal),
    refetchInterval: NOW_POLL_MS,
  });
}

export function useDisconnectListener() {
  return useCommand({
    run: (id: string) => callApi(listenersCalls.disconnectListener, { params: { id } }),
    done: { title: "Listener Disconnected" },
    failure: "Failed to disconnect the listener",
    changes: [listenersCalls.listCurrentListeners.path],
  });
}

export function useListeningHistory({ from, to }: Days, step: ListeningHistory["step"]) {
  const query = { from, to, step };
  return useQuery({
    queryKey: [listenersCalls.getListeningHistory.path, query],
    queryFn: ({ signal }) => callApi(listenersCalls.getListeningHistory, { query }, signal),
  });
}

export type TrackSort = (typeof listenedTrackSorts)[number];
export interface TrackOrder {
  readonly sort: TrackSort;
  readonly order: "ascending" | "descending";
}

/** Tracks in pages; while another order loads, the last one stays. */
export function useListenedTracks({ from, to }: Days, { sort, order }: TrackOrder) {
  const query = { from, to, sort, order, limit: TRACKS_PAGE };
  return useInfiniteQuery({
    queryKey: [listenersCalls.listListenedTracks.path, query],
    queryFn: ({ pageParam, signal }) =>
      callApiForPage(
        listenersCalls.listListenedTracks,
        { query: { ...query, offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) => {
      const next = offset + items.length;
      return items.length === 0 || next >= total ? undefined : next;
    },
    placeholderData: keepPreviousData,
  });
}

/** @param days undefined: the last 30 */
export function useListenedShows(days: Days | undefined) {
  const query = { from: days?.from, to: days?.to };
  return useQuery({
    queryKey: [listenersCalls.listListenedShows.path, query],
    queryFn: ({ signal }) => callApi(listenersCalls.listListenedShows, { query }, signal),
  });
}

export function useListenerPlaces({ from, to }: Days) {
  const query = { from, to };
  return useQuery({
    queryKey: [listenersCalls.getListenerPlaces.path, query],
    queryFn: ({ signal }) => callApi(listenersCalls.getListenerPlaces, { query }, signal),
  });
}
