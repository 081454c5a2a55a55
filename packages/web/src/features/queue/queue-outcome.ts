import type { ErrorCode, ExpectedPlay } from "@neonrelay/contract/callers";
import { useQueryClient } from "@tanstack/react-query";
import { ApiCallError, refusalText } from "../../api/call-api.ts";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { type ToastRequest, useToasts } from "../../ui/toast-store.ts";
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
      toasts.show({ ...refusalToast(sentence, error), durationMs: TOAST_MS });
    },
  };
}

/** Refusals of a request by a rule of the station; `conflict`: the show on air takes no such requests. */
const ruleCodes: readonly (ErrorCode | undefined)[] = [
  "conflict",
  "request_too_soon",
  "too_many_open_requests",
  "queue_full",
];

/**
 * A rule's refusal says just that. Anything else is an error: the specification's sentence, then the station's own
 * reason, if any.
 */
export function refusalToast(
  sentence: string,
  error: unknown,
): Pick<ToastRequest, "tone" | "title" | "text"> {
  const reason = refusalText(error);
  if (reason === undefined) return { tone: "error", title: "Error", text: sentence };
  const isRule = error instanceof ApiCallError && ruleCodes.includes(error.apiError?.code);
  return isRule
    ? { tone: "neutral", title: "Not Queued", text: reason }
    : { tone: "error", title: "Error", text: `${sentence}: ${reason}` };
}

/** When and where a waiting request airs; undefined if it plays in turn. */
export function waitWords({
  startsAt,
  waitsFor,
}: Pick<ExpectedPlay, "startsAt" | "waitsFor">): string | undefined {
  if (waitsFor === null) return undefined;
  const time = startsAt === null ? undefined : `About ${formatTimeOfDay(Date.parse(startsAt))}`;
  if (waitsFor.kind === "slot") {
    const slot = `request slot of “${waitsFor.show ?? waitsFor.clock}”`;
    return time === undefined ? `Waits for a ${slot}` : `${time} in a ${slot}`;
  }
  const { mostPerHour } = waitsFor;
  if (mostPerHour === 0) return "Waits until an operator plays it";
  const limit = mostPerHour === 1 ? "one request an hour" : `${mostPerHour} requests an hour`;
  return `${time ?? "Waits"}: at most ${limit}`;
}
