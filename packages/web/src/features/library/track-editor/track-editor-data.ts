import {
  planCalls,
  playlistsCalls,
  trackCoversCalls,
  trackEditsCalls,
  tracksCalls,
} from "@neonrelay/contract/callers";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RequestOf, ResponseOf } from "@neonrelay/contract/callers";
import { ApiCallError, callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { sendForm } from "../../../api/file-transfer.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import { bodyOf, fieldLabels, type TrackDraft } from "./track-draft.ts";

const {
  getTracksFields,
  previewTracksEdit,
  editTracks: editCall,
  listTracksEdits,
  undoTracksEdit,
} = trackEditsCalls;
const STALL_LIMIT_MS = 60_000;
/** Polling interval while files are being written. */
const POLL_INTERVAL_MS = 2000;
const UNDO_SHOWN_MS = 12_000;
const changes = [
  getTracksFields.path,
  listTracksEdits.path,
  tracksCalls.listTracks.path,
  tracksCalls.searchTracks.path,
  playlistsCalls.listPlaylists.path,
  planCalls.getPlan.path,
];
export const editLabels = {
  ...Object.fromEntries(
    Object.entries(fieldLabels).map(([field, label]) => [`changes.${field}`, label]),
  ),
  fileNameMask: "Mask",
  picture: "Picture",
};

/** The tracks' current fields. */
export function useTracksFields(trackIds: readonly string[]) {
  return useQuery({
    ...stationData,
    queryKey: [getTracksFields.path, trackIds],
    queryFn: ({ signal }) =>
      callApi(getTracksFields, { body: { trackIds: [...trackIds] } }, signal),
    staleTime: 0,
  });
}

/** What a draft would change. */
export function usePreview(trackIds: readonly string[]) {
  return useMutation({
    mutationFn: async (draft: TrackDraft) => {
      const body = bodyOf(draft) ?? { changes: {} };
      return await callApi(previewTracksEdit, { body: { trackIds: [...trackIds], ...body } });
    },
  });
}

/** Options for saving an edit. */
export interface SaveChoice {
  readonly writesFiles: boolean;
  /** The user accepts that it can't be undone in the files. */
  readonly mayLoseOriginals: boolean;
}

type SavedEdit =
  | ({ readonly kind: "saved" } & ResponseOf<typeof editCall>)
  /** It could not be undone in the files; nothing has changed yet. */
  | { readonly kind: "question"; readonly text: string };

/** Saves an edit. */
export async function saveEdit(body: RequestOf<typeof editCall>["body"]): Promise<SavedEdit> {
  try {
    return { kind: "saved", ...(await callApi(editCall, { body })) };
  } catch (error) {
    const refusal = error instanceof ApiCallError ? error.apiError : undefined;
    if (refusal?.code !== "conflict") throw error;
    return { kind: "question", text: refusal.error };
  }
}

/** Saves a draft, with an Undo in its toast. */
export function useEditTracks(trackIds: readonly string[]) {
  const undo = useUndoEdit();
  return useCommand({
    run: ({ draft, ...choice }: SaveChoice & { readonly draft: TrackDraft }) =>
      saveEdit({ trackIds: [...trackIds], ...bodyOf(draft), ...choice }),
    done: (saved) => {
      if (saved.kind === "question") return undefined;
      const { edit, refused } = saved;
      if (edit === null)
        return { title: "Nothing Changed", text: refusedWords(refused) ?? "All is as it was" };
      const text = [countOf(edit.tracks, "track"), refusedWords(refused)].filter(
        (words) => words !== undefined,
      );
      return {
        title: "Tracks Edited",
        text: text.join(" · "),
        durationMs: UNDO_SHOWN_MS,
        action: { name: "Undo", run: () => undo.mutate(edit.id) },
      };
    },
    failure: "The tracks could not be edited",
    labels: editLabels,
    changes,
  });
}

export function useUndoEdit() {
  return useCommand({
    run: (id: number) => callApi(undoTracksEdit, { params: { id } }),
    done: ({ edit, kept }) => ({
      title: "Edit Undone",
      text: `${countOf(edit.tracks, "track")}${kept === 0 ? "" : ` · ${countOf(kept, "field")} changed since and stayed`}`,
    }),
    failure: "The edit could not be undone",
    changes,
  });
}

/** The latest edits; polls while files are being written. */
export function useTracksEdits() {
  return useQuery({
    ...stationData,
    queryKey: [listTracksEdits.path],
    queryFn: ({ signal }) => callApi(listTracksEdits, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ files }) => files.waiting > 0) === true ? POLL_INTERVAL_MS : false,
  });
}

/** Uploads a picture for the draft to use as the cover. */
export function useUploadCover() {
  return useCommand({
    run: (file: File) => {
      const form = new FormData();
      form.set(trackCoversCalls.uploadTrackCover.fileField, file);
      const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress: () => {} };
      return sendForm(trackCoversCalls.uploadTrackCover, sent);
    },
    done: undefined,
    failure: "The picture could not be used",
    labels: editLabels,
    changes: [],
  });
}

function refusedWords(refused: number): string | undefined {
  return refused === 0 ? undefined : `${countOf(refused, "track")} left as before`;
}
