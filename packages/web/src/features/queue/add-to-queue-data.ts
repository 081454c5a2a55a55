import { queueCalls } from "@neonrelay/contract/callers";
import type { QueueItem, Track } from "@neonrelay/contract/callers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { useQueueOutcome, waitWords } from "./queue-outcome.ts";
import { expectedQuery, requestFact } from "./queue-query.ts";

const TOAST_MS = 5000;

export function useAddToQueue() {
  const { succeeded, failed } = useQueueOutcome();
  const reportWait = useReportWait();
  return useMutation({
    mutationFn: (track: Track) =>
      callApi(queueCalls.addToQueue, {
        body: { trackId: track.id, position: Date.now(), requestedBy: "Web User" },
      }),
    onSuccess: async (item) => {
      await succeeded({
        title: "Added to Queue",
        text: `${item.track.title} is number ${item.position} in the queue`,
        fact: requestFact(item.track),
      });
      await reportWait(item);
    },
    onError: failed("Failed to add track to queue"),
  });
}

/** Reports what a new request waits for, if anything. */
function useReportWait() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return async ({ id, track }: QueueItem) => {
    const expected = await queryClient
      .fetchQuery({ ...expectedQuery, staleTime: 0 })
      .catch(() => []); // the queue shows it later
    const own = expected.find((each) => each.id === id);
    const text = own === undefined ? undefined : waitWords(own);
    if (text !== undefined)
      toasts.show({ tone: "success", title: track.title, text, durationMs: TOAST_MS });
  };
}
