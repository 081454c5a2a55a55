import { accountsCalls, usersCalls } from "@neonrelay/contract/callers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-context.ts";
import { welcomedName } from "./operator-rules.ts";
import { sessionQuery, useBecome } from "./session-data.ts";
import { signInRefusal } from "./sign-in-refusal.ts";

const TOAST_MS = 5000;

export function useSignIn() {
  const become = useBecome();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (credentials: { readonly username: string; readonly password: string }) =>
      callApi(accountsCalls.login, { body: credentials }),
    onSuccess: async ({ username }) => {
      await become();
      const session = queryClient.getQueryData(sessionQuery.queryKey);
      toasts.show({
        tone: "success",
        title: "Login Successful",
        text: `Welcome back, ${welcomedName(session, username)}!`,
        durationMs: TOAST_MS,
      });
    },
    onError: (error) =>
      toasts.show({ tone: "error", durationMs: TOAST_MS, ...signInRefusal(error) }),
  });
}

/** Creates a listener account and signs in with it. */
export function useRegister() {
  const become = useBecome();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (account: {
      readonly username: string;
      readonly email: string;
      readonly password: string;
    }) => callApi(usersCalls.register, { body: account }),
    onSuccess: async ({ username }) => {
      await become();
      toasts.show({
        tone: "success",
        title: "Login Successful",
        text: `Welcome, ${username}!`,
        durationMs: TOAST_MS,
      });
    },
  });
}
