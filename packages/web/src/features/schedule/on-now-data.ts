import type { OnNow, Occurrence, scheduleCalls } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { stationData } from "../../api/query-client.ts";
import { useConnectionState } from "../../socket/socket-context.ts";
import { useIsDrawn } from "../../ui/use-is-drawn.ts";
import { loadWasScheduled, noteScheduled } from "./stored-scheduled.ts";

const path: typeof scheduleCalls.getOnNow.path = "/api/schedule/now";
/** How often to reload while the socket is silent. */
const FALLBACK_POLL_MS = 60_000;

/** Its schemas load as a file of their own, since every page needs this. */
const onNowQuery = queryOptions<OnNow>({
  ...stationData,
  queryKey: [path],
  queryFn: async ({ signal }) => {
    const { loadOnNow } = await import("./load-on-now.ts");
    const onNow = await loadOnNow(signal);
    noteScheduled(isScheduled(onNow));
    return onNow;
  },
});

/** A show that is on or next, as listeners see it. */
export type ShowDate = Occurrence & { readonly show: NonNullable<Occurrence["show"]> };

/** undefined until loaded. */
export function useOnNow():
  | { readonly now: ShowDate | null; readonly next: ShowDate | null }
  | undefined {
  const { data } = useOnNowQuery();
  return data === undefined ? undefined : { now: asShow(data.now), next: asShow(data.next) };
}

/** Whether any show is scheduled; until loaded, as at the last visit. */
export function useIsScheduled(): boolean {
  const { data } = useOnNowQuery();
  return data === undefined ? loadWasScheduled() : isScheduled(data);
}

function useOnNowQuery() {
  const enabled = useIsDrawn();
  const refetchInterval = useConnectionState() === "CONNECTED" ? false : FALLBACK_POLL_MS;
  return useQuery({ ...onNowQuery, enabled, refetchInterval });
}

function isScheduled({ now, next }: OnNow): boolean {
  return asShow(now) !== null || asShow(next) !== null;
}

/** Listeners don't see clocks without a show. */
export function asShow(occurrence: Occurrence | null): ShowDate | null {
  const show = occurrence?.show ?? null;
  return occurrence === null || show === null ? null : { ...occurrence, show };
}
