import { scheduleCalls } from "@neonrelay/contract/callers";
import type { ScheduleEntry } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import { scheduleChanges as changes } from "../schedule-data.ts";
import type { EntryDraft } from "./entry-draft.ts";
import { localTime } from "./repeat-rules.ts";
import type { Span } from "./week-geometry.ts";

const labels = {
  startsAt: "Beginning",
  durationMinutes: "Length",
  repeat: "Repeats",
  except: "Exceptions",
};

/** Adds an entry to the week, or changes it with all its occurrences. */
export function useSaveEntry() {
  return useCommand({
    run: ({
      stored,
      draft,
    }: {
      /** undefined: a new one. */
      readonly stored: ScheduleEntry | undefined;
      readonly draft: EntryDraft;
    }) => {
      const { what, startsAt, durationMinutes, repeat, except, priority } = draft;
      const body = { what, startsAt, durationMinutes, repeat, except: [...except], priority };
      return stored === undefined
        ? callApi(scheduleCalls.createScheduleEntry, { body })
        : callApi(scheduleCalls.changeScheduleEntry, {
            params: { id: stored.id },
            body: { ...body, version: stored.version },
          });
    },
    done: { title: "Week Saved" },
    failure: "The week could not be saved",
    labels,
    changes,
  });
}

/** Moves one occurrence of a repeating entry. */
export function useMoveOccurrence() {
  return useCommand({
    run: ({
      entry: { id, version },
      date,
      span,
    }: {
      readonly entry: ScheduleEntry;
      readonly date: string;
      readonly span: Span;
    }) =>
      callApi(scheduleCalls.changeOccurrence, {
        params: { id, date },
        body: { startsAt: localTime(span), durationMinutes: span.minutes, version },
      }),
    done: { title: "Week Saved", text: "Only this one was changed." },
    failure: "The change could not be saved",
    labels,
    changes,
  });
}

/** Leaves out one occurrence of a repeating entry. */
export function useCancelOccurrence() {
  return useCommand({
    run: ({
      entry: { id, version },
      date,
    }: {
      readonly entry: ScheduleEntry;
      readonly date: string;
    }) =>
      callApi(scheduleCalls.changeOccurrence, {
        params: { id, date },
        body: { isCancelled: true, version },
      }),
    done: { title: "Removed from the Week", text: "Only this one." },
    failure: "It could not be removed",
    changes,
  });
}

export function useRemoveEntry() {
  return useCommand({
    run: ({ id }: ScheduleEntry) => callApi(scheduleCalls.removeScheduleEntry, { params: { id } }),
    done: { title: "Removed from the Week" },
    failure: "It could not be removed",
    changes,
  });
}

/** Copies the occurrences of one week into another. Mondays identify the weeks. */
export function useCopyWeek() {
  return useCommand({
    run: (weeks: { readonly from: string; readonly to: string }) =>
      callApi(scheduleCalls.copyWeek, { body: weeks }),
    done: ({ copied }) => ({ title: "Week Copied", text: `${countOf(copied, "date")} copied.` }),
    failure: "The week could not be copied",
    changes,
  });
}
