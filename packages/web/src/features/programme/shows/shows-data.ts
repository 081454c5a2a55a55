import {
  scheduleCalls,
  type Show,
  showPictureCalls,
  showsCalls,
} from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/file-transfer.ts";
import { useCommand } from "../../../api/use-command.ts";
import { scheduleChanges } from "../schedule-data.ts";
import { newEntryOf } from "../week/entry-draft.ts";
import type { TimesForm } from "../week/entry-draft.ts";
import type { ShowDraft } from "./show-draft.ts";
import { isComplete, keepPart } from "./show-parts.ts";
import type { ShowParts } from "./show-parts.ts";

const labels = { name: "Name", text: "Text", hostIds: "Hosts" };

/** Stores a show, then a new one's picture and time on the week. If one of these fails, the show is kept. */
export function useSaveShow() {
  return useCommand({
    run: async ({
      stored,
      draft,
      picture,
      times,
      parts,
    }: {
      /** undefined: a new one. */
      readonly stored: Show | undefined;
      readonly draft: ShowDraft;
      readonly picture: File | undefined;
      readonly times: TimesForm | undefined;
      /** What an earlier attempt has kept isn't stored again. */
      readonly parts: ShowParts;
    }) => {
      let show = await storeShow(stored, draft);
      const sendPicture = picture && (async () => (show = await storePicture(show, picture)));
      const entry = times && newEntryOf(times, show.id);
      const putOnWeek =
        entry &&
        (() => {
          const body = { ...entry, except: [...entry.except] };
          return callApi(scheduleCalls.createScheduleEntry, { body });
        });
      const kept = {
        picture: await keepPart(parts.picture, sendPicture),
        week: await keepPart(parts.week, putOnWeek),
      };
      return { show, parts: kept };
    },
    done: ({ show, parts }) =>
      isComplete(parts) ? { title: "Show Saved", text: show.name } : undefined,
    failure: "The show could not be saved",
    labels,
    changes: scheduleChanges,
  });
}

function storeShow(stored: Show | undefined, draft: ShowDraft): Promise<Show> {
  const body = { ...draft, hostIds: [...draft.hostIds] };
  return stored === undefined
    ? callApi(showsCalls.createShow, { body })
    : callApi(showsCalls.changeShow, {
        params: { id: stored.id },
        body: { ...body, version: stored.version },
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

function storePicture({ id }: Show, file: File): Promise<Show> {
  const form = new FormData();
  form.set(setShowPicture.fileField, file);
  const path = `/api/shows/${id}/picture` as const;
  const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress: () => {} };
  return sendForm({ ...setShowPicture, path }, sent);
}

/** Stores the picture of a show at once; the rest of the form stays as it is. */
export function useSetPicture() {
  return useCommand({
    run: ({ show, file }: { readonly show: Show; readonly file: File }) => storePicture(show, file),
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
