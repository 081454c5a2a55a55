import { type SpotAiring, spotFilesCalls, spotsCalls } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi, urlOf } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { formatClock } from "../../../ui/format-time.ts";

/** The shown part of the log; null: the last week, all spots. */
export interface SpotFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly trackId: string | null;
}

/** Polling interval; spots are rare. */
const LOOK_MS = 30_000;

/** The first page of each list, and how many rows "Show More" adds. */
const PAGE_ROWS = 100;
/** Maximum rows shown; the file has all of them. */
const MAX_ROWS = 500;

/**
 * While another part of the log loads, the previous one stays.
 * @param rows how many of each list
 */
export function useSpotLog(filter: SpotFilter, rows: SpotRows) {
  const query = { ...queryOf(filter), limit: rows.airings, dayLimit: rows.days };
  return useQuery({
    ...stationData,
    queryKey: [spotsCalls.getSpotLog.path, query],
    queryFn: ({ signal }) => callApi(spotsCalls.getSpotLog, { query }, signal),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
}

/** How many rows of each list are shown. */
export interface SpotRows {
  readonly airings: number;
  readonly days: number;
}
export const firstRows: SpotRows = { airings: PAGE_ROWS, days: PAGE_ROWS };

/** @returns null if no more can be shown */
export function moreRows(shown: number): number | null {
  return shown >= MAX_ROWS ? null : Math.min(MAX_ROWS, shown + PAGE_ROWS);
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

/** The place of a spot in the programme, in one line. */
export function placeWords({ show, clock, slotNumber, isBreak }: SpotAiring): string {
  if (isBreak === null) return "Planned, but the plan is no longer known";
  const slot = slotNumber === null ? "" : `, slot ${slotNumber}`;
  const parts = [
    ...(show === null ? [] : [show.name]),
    ...(clock === null ? [] : [`${clock.name}${slot}`]),
    ...(isBreak ? ["spot break"] : []),
  ];
  return parts.length === 0 ? "Outside the schedule" : parts.join(" · ");
}

/** Whether it was heard in full, in a few words. */
export function outcomeWords({ outcome, playedMs }: SpotAiring): string {
  switch (outcome) {
    case "whole":
      return "Whole";
    case "cut":
      return `Cut after ${formatClock(playedMs)}`;
    case "on-air":
      return "On air";
    default:
      return outcome satisfies never;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** '2027-03-01 18:31:12' in the station's local time. */
export function stationTime(at: string, timeZone: string): string {
  // Swedish dates are in ISO format.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock.format(Date.parse(at));
}
