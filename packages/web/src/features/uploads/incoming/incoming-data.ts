import { incomingCalls, libraryCalls, tracksCalls } from "@neonrelay/contract/callers";
import type { IncomingList, IncomingState, RequestOf } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import type { UploadLimits } from "../upload-rules.ts";
import { isMoving } from "./incoming-rules.ts";

const MOVING_POLL_INTERVAL_MS = 2000;
const POLL_INTERVAL_MS = 15_000;
/** The default settings, until the station answers. */
const FIRST_LIMITS: UploadLimits = { maxUploadBytes: 50 * 1024 * 1024, uploadFormats: [] };
export const FILES_PER_PAGE = 25;

const { path } = incomingCalls.listIncoming;

export interface IncomingFilter {
  readonly state: IncomingState | undefined;
  readonly batchId: string | undefined;
  /** From 0. */
  readonly page: number;
}

/**
 * Incoming files, as of a moment ago.
 * @param isSending this page is sending files
 * @param ended how many of this page's files are no longer being sent; a change reloads the list
 */
export function useIncoming(
  { state, batchId, page }: IncomingFilter,
  { isSending, ended }: { readonly isSending: boolean; readonly ended: number },
) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (ended > 0) void queryClient.invalidateQueries({ queryKey: [path] });
  }, [ended, queryClient]);
  const query = { state, batchId, offset: page * FILES_PER_PAGE, limit: FILES_PER_PAGE };
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => callApi(incomingCalls.listIncoming, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      isSending || (data !== undefined && isMoving(data))
        ? MOVING_POLL_INTERVAL_MS
        : POLL_INTERVAL_MS,
  });
}

/** The limits for uploads. */
export function useUploadLimits(): UploadLimits {
  const { data } = useQuery({
    queryKey: [path, "limit"],
    queryFn: ({ signal }) => callApi(incomingCalls.listIncoming, { query: { limit: 1 } }, signal),
  });
  return data ?? FIRST_LIMITS;
}

/** Reloads track lists as files arrive in the library. */
export function useFreshLibrary(list: IncomingList | undefined): void {
  const queryClient = useQueryClient();
  const added = list?.counts.added;
  useEffect(() => {
    if (added === undefined) return;
    for (const { path: listed } of [tracksCalls.listTracks, libraryCalls.getLibraryStats])
      void queryClient.invalidateQueries({ queryKey: [listed] });
  }, [added, queryClient]);
}

type Choice = RequestOf<typeof incomingCalls.retryIncoming>["body"];

export function useRetryIncoming() {
  return useCommand({
    run: (body: Choice) => callApi(incomingCalls.retryIncoming, { body }),
    done: ({ retried }) => ({
      title: "Trying Again",
      text: retried === 0 ? "The station no longer has these files" : countOf(retried, "file"),
    }),
    failure: "Failed to try again",
    changes: [path],
  });
}

export function useDismissIncoming() {
  return useCommand({
    run: (body: Choice) => callApi(incomingCalls.dismissIncoming, { body }),
    done: undefined,
    failure: "Failed to dismiss",
    changes: [path],
  });
}
