import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToasts } from "../ui/toast-context.ts";
import { refusalText } from "./call-api.ts";

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
  changes,
}: {
  readonly run: (input: Input) => Promise<Output>;
  /** undefined: nothing is said. */
  readonly done: Said | undefined | ((output: Output) => Said | undefined);
  /** Said when the station gave no reason of its own. */
  readonly failure: string;
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
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? failure,
        durationMs: TOAST_MS,
      }),
  });
}
