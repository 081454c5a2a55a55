import {
  attentionCalls,
  planCalls,
  playlistsCalls,
  trackEditsCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import type { Misreading, TrackTrouble } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import { saveEdit, useUndoEdit, type SaveChoice } from "../track-editor/track-editor-data.ts";
import type { SoundTrouble } from "./attention-words.ts";

const { listAttention, acceptTroubles, listMisread, listRefusedFiles, retryRefusedFiles } =
  attentionCalls;
const { listQuarantined, retryQuarantined } = attentionCalls;
export const ATTENDED_PER_PAGE = 50;
const UNDO_SHOWN_MS = 12_000;
const POLL_INTERVAL_MS = 15_000;
const COUNT_INTERVAL_MS = 60_000;

interface Accepted {
  readonly troubles: readonly { readonly trackId: string; readonly trouble: TrackTrouble }[];
  readonly isFine: boolean;
}

/**
 * Tracks that need attention.
 * @param trouble undefined: any problem with the sound
 */
export function useAttention(trouble: SoundTrouble | undefined, page: number) {
  return useQuery({
    ...stationData,
    queryKey: [listAttention.path, trouble, page],
    queryFn: ({ signal }) =>
      callApi(
        listAttention,
        {
          query: {
            offset: page * ATTENDED_PER_PAGE,
            limit: ATTENDED_PER_PAGE,
            ...(trouble !== undefined && { trouble }),
          },
        },
        signal,
      ),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** How many tracks and files need attention; undefined until the station has answered. */
export function useToLookAfter(): number | undefined {
  const attention = useQuery({
    ...stationData,
    queryKey: [listAttention.path, "count"],
    queryFn: ({ signal }) => callApi(listAttention, { query: { limit: 1 } }, signal),
    staleTime: COUNT_INTERVAL_MS,
    refetchInterval: COUNT_INTERVAL_MS,
  }).data;
  if (attention === undefined) return undefined;
  const { total, counts, refused, quarantined } = attention;
  return total + counts.misread + refused + quarantined;
}

/** Accepts problems as fine, with an Undo in the toast. */
export function useAcceptTroubles() {
  const accept = async ({ troubles, isFine }: Accepted) => {
    const body = { troubles: troubles.map((one) => ({ ...one })), isFine };
    return { ...(await callApi(acceptTroubles, { body })), troubles };
  };
  const changes = [listAttention.path, listMisread.path];
  const failure = "That could not be saved";
  const back = useCommand({ run: accept, done: undefined, failure, changes });
  return useCommand({
    run: accept,
    done: ({ changed, troubles }) => ({
      title: "Marked as Fine",
      text: countOf(changed, "track"),
      durationMs: UNDO_SHOWN_MS,
      action: { name: "Undo", run: () => back.mutate({ troubles, isFine: false }) },
    }),
    failure,
    changes,
  });
}

/** Tracks with misread texts, by folder. */
export function useMisread() {
  return useQuery({
    ...stationData,
    queryKey: [listMisread.path],
    queryFn: ({ signal }) => callApi(listMisread, {}, signal),
    staleTime: 0,
  });
}

/** Tracks whose texts were read in the wrong charset, and the right readings. */
export interface MendedFolder {
  readonly trackIds: readonly string[];
  readonly misreading: Misreading;
}

/** Reads the texts of tracks again in another charset, with an Undo in the toast. */
export function useMendTexts() {
  const undo = useUndoEdit();
  return useCommand({
    run: ({ trackIds, ...edit }: MendedFolder & SaveChoice) =>
      saveEdit({ trackIds: [...trackIds], ...edit }),
    done: (saved) => {
      if (saved.kind === "question") return undefined;
      const { edit } = saved;
      if (edit === null) return { title: "Nothing Changed", text: "All is as it was" };
      return {
        title: "Texts Mended",
        text: countOf(edit.tracks, "track"),
        durationMs: UNDO_SHOWN_MS,
        action: { name: "Undo", run: () => undo.mutate(edit.id) },
      };
    },
    failure: "The texts could not be mended",
    changes: [
      listMisread.path,
      trackEditsCalls.listTracksEdits.path,
      tracksCalls.listTracks.path,
      tracksCalls.searchTracks.path,
      playlistsCalls.listPlaylists.path,
      planCalls.getPlan.path,
    ],
  });
}

/** Tracks kept off the air. */
export function useQuarantined() {
  return useQuery({
    ...stationData,
    queryKey: [listQuarantined.path],
    queryFn: ({ signal }) => callApi(listQuarantined, {}, signal),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Allows quarantined tracks on the air again. */
export function useRetryQuarantined() {
  return useCommand({
    run: (trackIds: readonly string[]) =>
      callApi(retryQuarantined, { body: { trackIds: [...trackIds] } }),
    done: ({ retried }) => ({
      title: "May Be Played Again",
      text: `${countOf(retried, "track")}, until one of them crashes the audio engine again`,
    }),
    failure: "The tracks could not be tried again",
    changes: [listQuarantined.path, listAttention.path],
  });
}

/** Files that could not become tracks. */
export function useRefusedFiles(page: number) {
  return useQuery({
    ...stationData,
    queryKey: [listRefusedFiles.path, page],
    queryFn: ({ signal }) =>
      callApi(
        listRefusedFiles,
        { query: { offset: page * ATTENDED_PER_PAGE, limit: ATTENDED_PER_PAGE } },
        signal,
      ),
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Reads refused files again; without ids, all of them. */
export function useRetryRefused() {
  return useCommand({
    run: (ids: readonly string[] | undefined) =>
      callApi(retryRefusedFiles, { body: ids === undefined ? {} : { ids: [...ids] } }),
    done: ({ retried }) => ({ title: "Files Are Read Again", text: countOf(retried, "file") }),
    failure: "The files could not be read again",
    changes: [listRefusedFiles.path, listAttention.path],
  });
}
