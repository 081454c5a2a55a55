import { accountsCalls } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { ApiCallError, callApi, refusalText } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-context.ts";
import { SessionNotKeptError } from "./kept-session.ts";
import { useBecomeSomeone } from "./session-data.ts";

/** Minimum time for which 'Authenticating...' shows. */
const SHORTEST_CHECK_MS = 1500;
const TOAST_MS = 5000;

/**
 * Signs this browser in with the station's access code.
 * @param denied the error for a wrong code
 */
export function useAccessCode({ denied }: { readonly denied: string }) {
  const becomeSomeone = useBecomeSomeone();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (code: string) => {
      const shown = passed(SHORTEST_CHECK_MS);
      try {
        await callApi(accountsCalls.enterAccessCode, { body: { code } });
        await becomeSomeone();
      } catch (error) {
        throw new Error(reasonOf(error, denied), { cause: error });
      } finally {
        await shown;
      }
    },
    onSuccess: () =>
      toasts.show({ tone: "success", title: "Admin Access Granted", durationMs: TOAST_MS }),
    onError: ({ message }) =>
      toasts.show({ tone: "error", title: "Access Denied", text: message, durationMs: TOAST_MS }),
  });
}

function reasonOf(error: unknown, denied: string): string {
  if (error instanceof SessionNotKeptError) return error.message;
  if (!(error instanceof ApiCallError)) return "Unable to connect to server";
  return error.status === 401 ? denied : (refusalText(error) ?? denied);
}

function passed(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
