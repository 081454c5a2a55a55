import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToasts } from "../ui/toast-context.ts";
import { failureText, refusalText } from "./call-api.ts";
import type { FieldLabels } from "./refusal-words.ts";

const TOAST_MS = 5000;

interface Said {
  readonly title: string;
  readonly text?: string;
}

/** A call that changes the station: what it changed is asked for again, and a toast tells how it went. */
export function useCommand<Input, Output>({
  run,
  done,
  failure,
  labels,
  changes,
}: {
  readonly run: (input: Input) => Promise<Output>;
  /** undefined: nothing is said. */
  readonly done: Said | undefined | ((output: Output) => Said | undefined);
  /** Said when the station gave no reason of its own; a title is said above the reason in any case. */
  readonly failure: string | { readonly title: string };
  /** What the fields of the form are called. */
  readonly labels?: FieldLabels;
  /** First parts of the query keys whose values are old now. */
  readonly changes: readonly string[];
}) {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: run,
    onSuccess: async (output) => {
      const said = typeof done === "function" ? done(output) : done;
      if (said !== undefined) toasts.show({ tone: "success", durationMs: TOAST_MS, ...said });
      await Promise.all(changes.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    },
    onError: (error) =>
      toasts.show({ tone: "error", durationMs: TOAST_MS, ...failureSaid(failure, error, labels) }),
  });
}

/** For each change of a form: what the station said of the values before is old then. */
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
