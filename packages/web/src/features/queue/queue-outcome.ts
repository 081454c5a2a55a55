import { useQueryClient } from "@tanstack/react-query";
import { refusalText } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-context.ts";
import type { ToastRequest } from "../../ui/toast-store.ts";
import { queueQuery } from "./queue-query.ts";

const TOAST_MS = 5000;

/** Shows the outcome of a change to the queue. */
export function useQueueOutcome() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return {
    succeeded: (toast: Pick<ToastRequest, "title" | "text" | "fact">) => {
      toasts.show({ tone: "success", durationMs: TOAST_MS, ...toast });
      // The socket brings the new queue; this covers a page whose socket is down.
      return queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    },
    failed: (sentence: string) => (error: unknown) => {
      toasts.show({
        tone: "error",
        title: "Error",
        text: withReason(sentence, error),
        durationMs: TOAST_MS,
      });
    },
  };
}

/** The specification's sentence first, then the station's own reason, if any. */
function withReason(sentence: string, error: unknown): string {
  const reason = refusalText(error);
  return reason === undefined ? sentence : `${sentence}: ${reason}`;
}
