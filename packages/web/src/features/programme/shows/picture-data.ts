import { showPictureCalls } from "@neonrelay/contract/callers";
import type { Show } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/send-form.ts";
import { useCommand } from "../../../api/use-command.ts";
import { scheduleChanges } from "../schedule-data.ts";

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
