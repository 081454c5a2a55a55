import { type Occurrence, type OnNow, onNowCall } from "@neonrelay/contract/callers";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { useConnectionState } from "../../socket/socket-context.ts";
import { useIsDrawn } from "../../ui/after-paint.ts";

/** Polling interval while the socket is silent. */
const FALLBACK_POLL_MS = 60_000;

const onNowQuery = queryOptions<OnNow>({
  ...stationData,
  queryKey: [onNowCall.path],
  queryFn: async ({ signal }) => {
    const onNow = await callApi(onNowCall, {}, signal);
    recordScheduled(isScheduled(onNow));
    return onNow;
  },
});

/** A current or upcoming show, as listeners see it. */
export type ShowDate = Occurrence & { readonly show: NonNullable<Occurrence["show"]> };

/** undefined until loaded. */
export function useOnNow():
  | { readonly now: ShowDate | null; readonly next: ShowDate | null }
  | undefined {
  const { data } = useOnNowQuery();
  return data === undefined ? undefined : { now: asShow(data.now), next: asShow(data.next) };
}

/** Whether any show is scheduled; until loaded, the answer of the last visit. */
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

const SCHEDULED_KEY = "neonrelay_scheduled";

/** Whether the station had a schedule at the last visit: a page then reserves space for it. */
function loadWasScheduled(): boolean {
  try {
    return localStorage.getItem(SCHEDULED_KEY) === "true";
  } catch {
    return false;
  }
}

function recordScheduled(isScheduled: boolean): void {
  try {
    localStorage.setItem(SCHEDULED_KEY, String(isScheduled));
  } catch {
    // The space is then reserved once the station responds.
  }
}
