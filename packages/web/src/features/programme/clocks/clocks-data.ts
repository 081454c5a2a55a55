import { type Clock, clocksCalls, type ClockSlot, planCalls } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { scheduleChanges } from "../schedule-data.ts";

const labels = { name: "Name", slots: "Slots" };

/** Stores a clock. */
export function useSaveClock() {
  return useCommand({
    run: ({
      stored,
      draft,
    }: {
      /** undefined: a new one. */
      readonly stored: Clock | undefined;
      readonly draft: ClockDraft;
    }) => {
      const body = { ...draft, slots: [...draft.slots] };
      return stored === undefined
        ? callApi(clocksCalls.createClock, { body })
        : callApi(clocksCalls.changeClock, {
            params: { id: stored.id },
            body: { ...body, version: stored.version },
          });
    },
    done: ({ name }) => ({ title: "Clock Saved", text: name }),
    failure: "The clock could not be saved",
    labels,
    changes: scheduleChanges,
  });
}

export function useRemoveClock() {
  return useCommand({
    run: ({ id }: Clock) => callApi(clocksCalls.removeClock, { params: { id } }),
    done: { title: "Clock Removed" },
    failure: "The clock could not be removed",
    changes: scheduleChanges,
  });
}

/** What an hour of the clock would be like; nothing is stored. */
export function useTryClock({ isFilled, slots }: Pick<ClockDraft, "isFilled" | "slots">) {
  return useMutation({
    mutationFn: (at: string) =>
      callApi(planCalls.tryClock, { body: { at, clock: { isFilled, slots: [...slots] } } }),
  });
}

/** What an operator enters for a clock. */
export type ClockDraft = Pick<Clock, "name" | "color" | "isFilled"> & {
  readonly slots: readonly ClockSlot[];
};

export const newClock: ClockDraft = { name: "", color: "violet", isFilled: true, slots: [] };

export function draftOf({ name, color, isFilled, slots }: Clock): ClockDraft {
  return { name, color, isFilled, slots };
}

/** Music until the next timed slot or the end of the hour. */
export function newSlot(id: string): ClockSlot {
  return {
    id,
    content: { kind: "content", contentKind: "music" },
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
}
