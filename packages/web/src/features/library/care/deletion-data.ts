import {
  deletionsCalls,
  favouritesCalls,
  libraryCalls,
  planCalls,
  playlistsCalls,
  queueCalls,
  setUpCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import type { DeletedFileChoice } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";

const { checkTracksDeletion, deleteTracks, listDeletions, restoreDeletions, emptyTrash } =
  deletionsCalls;
export const DELETIONS_PER_PAGE = 50;
const UNDO_SHOWN_MS = 12_000;
const changes = [
  listDeletions.path,
  checkTracksDeletion.path,
  tracksCalls.listTracks.path,
  tracksCalls.searchTracks.path,
  libraryCalls.getLibraryStats.path,
  playlistsCalls.listPlaylists.path,
  favouritesCalls.listFavourites.path,
  planCalls.getPlan.path,
  queueCalls.listQueue.path,
  setUpCalls.getSetUp.path,
];

interface Failures {
  readonly failures: readonly { readonly title: string; readonly reason: string }[];
}

/** Which of some tracks are in use. */
export function useDeletionCheck(trackIds: readonly string[]) {
  return useQuery({
    ...stationData,
    queryKey: [checkTracksDeletion.path, trackIds],
    queryFn: ({ signal }) =>
      callApi(checkTracksDeletion, { body: { trackIds: [...trackIds] } }, signal),
    staleTime: 0,
  });
}

/** Deletes tracks, with an Undo in the toast while their files exist. */
export function useDeleteTracks() {
  const restore = useRestoreDeletions();
  return useCommand({
    run: async (wanted: {
      readonly trackIds: readonly string[];
      readonly files: DeletedFileChoice;
      readonly includesUsed: boolean;
    }) => {
      const trackIds = [...wanted.trackIds];
      const outcome = await callApi(deleteTracks, { body: { ...wanted, trackIds } });
      return { ...outcome, trackIds, files: wanted.files };
    },
    done: ({ deleted, trackIds, files, failures }) => ({
      title: deleted === 0 ? "Nothing Deleted" : "Tracks Deleted",
      text: wordOutcome(deleted, { failures }),
      durationMs: UNDO_SHOWN_MS,
      ...(files !== "erase" &&
        deleted > 0 && { action: { name: "Undo", run: () => restore.mutate(trackIds) } }),
    }),
    failure: "The tracks could not be deleted",
    changes,
  });
}

/** Deleted tracks whose files the station still has. */
export function useDeletions(page: number) {
  return useQuery({
    ...stationData,
    queryKey: [listDeletions.path, page],
    queryFn: ({ signal }) =>
      callApi(
        listDeletions,
        { query: { offset: page * DELETIONS_PER_PAGE, limit: DELETIONS_PER_PAGE } },
        signal,
      ),
    staleTime: 0,
  });
}

export function useRestoreDeletions() {
  return useCommand({
    run: (trackIds: readonly string[]) =>
      callApi(restoreDeletions, { body: { trackIds: [...trackIds] } }),
    done: ({ restored, failures }) => ({
      title: restored === 0 ? "Nothing Restored" : "Tracks Restored",
      text: wordOutcome(restored, { failures }),
    }),
    failure: "The tracks could not be restored",
    changes,
  });
}

/** Erases files in the trash; without ids, all of them. */
export function useEmptyTrash() {
  return useCommand({
    run: (trackIds: readonly string[] | undefined) =>
      callApi(emptyTrash, { body: trackIds === undefined ? {} : { trackIds: [...trackIds] } }),
    done: ({ erased, failures }) => ({
      title: "Files Erased",
      text: wordOutcome(erased, { failures }),
    }),
    failure: "The files could not be erased",
    changes,
  });
}

function wordOutcome(count: number, { failures }: Failures): string {
  const [first] = failures;
  const done = countOf(count, "track");
  if (first === undefined) return done;
  const more = failures.length === 1 ? "" : ` and ${failures.length - 1} more`;
  return `${done} · ${first.title}${more} stayed: ${first.reason}`;
}
