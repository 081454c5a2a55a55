import {
  duplicatesCalls,
  favouritesCalls,
  planCalls,
  playlistsCalls,
  queueCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import type { RequestOf } from "@neonrelay/contract/callers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";

const { listDuplicates, listMerges, mergeDuplicates, rejectDuplicates, undoMerge } =
  duplicatesCalls;
const UNDO_SHOWN_MS = 12_000;
const changes = [
  listDuplicates.path,
  listMerges.path,
  tracksCalls.listTracks.path,
  tracksCalls.searchTracks.path,
  playlistsCalls.listPlaylists.path,
  favouritesCalls.listFavourites.path,
  queueCalls.listQueue.path,
  planCalls.getPlan.path,
];
const WAITING_POLL_INTERVAL_MS = 3000;
/** New files may arrive at any time. */
const POLL_INTERVAL_MS = 15_000;
export const GROUPS_PER_PAGE = 20;

/**
 * A page of duplicates.
 * @param page from 0
 */
export function useDuplicates(page: number) {
  const query = { offset: page * GROUPS_PER_PAGE, limit: GROUPS_PER_PAGE };
  return useQuery({
    queryKey: [listDuplicates.path, query],
    queryFn: ({ signal }) => callApi(listDuplicates, { query }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.waiting > 0 ? WAITING_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  });
}

export function useMergeDuplicates() {
  const undo = useUndoMerge();
  return useCommand({
    run: (body: RequestOf<typeof mergeDuplicates>["body"]) => callApi(mergeDuplicates, { body }),
    done: ({ merged, mergeId }) => ({
      title: "Tracks Merged",
      text: `${countOf(merged, "track")} left the rotation; the files are where they were`,
      durationMs: UNDO_SHOWN_MS,
      action: { name: "Undo", run: () => undo.mutate(mergeId) },
    }),
    failure: "The tracks could not be merged",
    changes,
  });
}

/** The latest merges, which can be undone. */
export function useMerges() {
  return useQuery({
    ...stationData,
    queryKey: [listMerges.path],
    queryFn: ({ signal }) => callApi(listMerges, {}, signal),
    staleTime: 0,
  });
}

export function useUndoMerge() {
  return useCommand({
    run: (id: number) => callApi(undoMerge, { params: { id } }),
    done: ({ tracks, left }) => ({
      title: "Merge Undone",
      text: [`${countOf(tracks, "track")} came back.`, ...left].join(" "),
      ...(left.length > 0 && { durationMs: UNDO_SHOWN_MS }),
    }),
    failure: "The merge could not be undone",
    changes,
  });
}

export function useRejectDuplicates() {
  return useCommand({
    run: (body: RequestOf<typeof rejectDuplicates>["body"]) => callApi(rejectDuplicates, { body }),
    done: { title: "Told Apart", text: "These tracks are not listed together again" },
    failure: "This could not be saved",
    changes: [listDuplicates.path],
  });
}
