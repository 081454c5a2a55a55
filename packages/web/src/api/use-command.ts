import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ToastRequest, useToasts } from "../ui/toast-store.ts";
import { failureText, type FieldLabels, refusalText } from "./call-api.ts";
import { refetchChanged } from "./query-client.ts";

const TOAST_MS = 5000;

type Said = Pick<ToastRequest, "title" | "text" | "action"> & {
  /** 5 s by default. */
  readonly durationMs?: number;
};

/** A call that changes the station: refetches what it changed, and shows the outcome as a toast. */
export function useCommand<Input, Output>({
  run,
  done,
  failure,
  labels,
  changes,
}: {
  readonly run: (input: Input) => Promise<Output>;
  /** undefined: no toast. */
  readonly done: Said | undefined | ((output: Output) => Said | undefined);
  /** Shown when the station gave no reason; a title is always above the reason. */
  readonly failure: string | { readonly title: string };
  /** The labels of the form's fields. */
  readonly labels?: FieldLabels;
  /** Prefixes of the query keys to invalidate. */
  readonly changes: readonly string[];
}) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: run,
    onSuccess: async (output) => {
      const said = typeof done === "function" ? done(output) : done;
      if (said !== undefined) toasts.show({ tone: "success", durationMs: TOAST_MS, ...said });
      await Promise.all(changes.map((path) => refetchChanged(queryClient, [path])));
    },
    onError: (error) =>
      toasts.show({ tone: "error", durationMs: TOAST_MS, ...failureSaid(failure, error, labels) }),
  });
}

/** Call on each change of a form: the station's message was about the earlier values. */
export function forgetFailure(form: {
  readonly isError: boolean;
  readonly reset: () => void;
}): void {
  if (form.isError) form.reset();
}

function failureSaid(
  failure: string | { readonly title: string },
  error: unknown,
  labels: FieldLabels | undefined,
): Said {
  if (typeof failure === "string")
    return { title: "Error", text: refusalText(error, labels) ?? failure };
  return { title: failure.title, text: failureText(error, "The station gave no reason", labels) };
}
