import { showsCalls } from "@neonrelay/contract/callers";
import type { Show } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
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
