import { type Show, showPictureCalls, showsCalls } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/file-transfer.ts";
import { useCommand } from "../../../api/use-command.ts";
import { scheduleChanges } from "../schedule-data.ts";
import type { ShowDraft } from "./show-draft.ts";

const labels = { name: "Name", text: "Text", hostIds: "Hosts" };

/** Stores a show. */
export function useSaveShow() {
  return useCommand({
    run: ({
      stored,
      draft,
    }: {
      /** undefined: a new one. */
      readonly stored: Show | undefined;
      readonly draft: ShowDraft;
    }) => {
      const body = { ...draft, hostIds: [...draft.hostIds] };
      return stored === undefined
        ? callApi(showsCalls.createShow, { body })
        : callApi(showsCalls.changeShow, {
            params: { id: stored.id },
            body: { ...body, version: stored.version },
          });
    },
    done: ({ name }) => ({ title: "Show Saved", text: name }),
    failure: "The show could not be saved",
    labels,
    changes: scheduleChanges,
  });
}

export function useRemoveShow() {
  return useCommand({
    run: ({ id }: Show) => callApi(showsCalls.removeShow, { params: { id } }),
    done: { title: "Show Removed" },
    failure: "The show could not be removed",
    changes: scheduleChanges,
  });
}

const { setShowPicture, removeShowPicture } = showPictureCalls;
const STALL_LIMIT_MS = 60_000;

/** Stores the picture of a show at once; the rest of the form stays as it is. */
export function useSetPicture() {
  return useCommand({
    run: ({ show, file }: { readonly show: Show; readonly file: File }) => {
      const form = new FormData();
      form.set(setShowPicture.fileField, file);
      const path = `/api/shows/${show.id}/picture` as const;
      const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress: () => {} };
      return sendForm({ ...setShowPicture, path }, sent);
    },
    done: { title: "Picture Saved" },
    failure: "The picture could not be saved",
    labels: { picture: "Picture" },
    changes: scheduleChanges,
  });
}

export function useRemovePicture() {
  return useCommand({
    run: ({ id }: Show) => callApi(removeShowPicture, { params: { id } }),
    done: { title: "Picture Removed" },
    failure: "The picture could not be removed",
    changes: scheduleChanges,
  });
}
