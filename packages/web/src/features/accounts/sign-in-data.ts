import { accountsCalls, type Session, usersCalls } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { ApiCallError, callApi, refusalText } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { SessionNotKeptError } from "./kept-session.ts";
import { welcomedName } from "./role-rules.ts";
import { useBecomeSomeone } from "./session-data.ts";

const TOAST_MS = 5000;

export function useSignIn() {
  const becomeSomeone = useBecomeSomeone();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (credentials: { readonly username: string; readonly password: string }) => {
      const { username } = await callApi(accountsCalls.login, { body: credentials });
      return welcomedName(await becomeSomeone(), username);
    },
    onSuccess: (name) =>
      toasts.show({
        tone: "success",
        title: "Login Successful",
        text: `Welcome back, ${name}!`,
        durationMs: TOAST_MS,
      }),
    onError: (error) =>
      toasts.show({ tone: "error", durationMs: TOAST_MS, ...signInRefusal(error) }),
  });
}

/** Creates a listener account and signs in with it. */
export function useRegister() {
  const becomeSomeone = useBecomeSomeone();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (account: {
      readonly username: string;
      readonly email: string;
      readonly password: string;
    }) => {
      const { username } = await callApi(usersCalls.register, { body: account });
      await becomeSomeone();
      return username;
    },
    onSuccess: (username) =>
      toasts.show({
        tone: "success",
        title: "Login Successful",
        text: `Welcome, ${username}!`,
        durationMs: TOAST_MS,
      }),
  });
}

/** Sets the password of the invited account and signs in with it. */
export function useAcceptInvitation() {
  const becomeSomeone = useBecomeSomeone();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (body: { readonly token: string; readonly password: string }) => {
      const { username } = await callApi(usersCalls.acceptInvitation, { body });
      return welcomedName(await becomeSomeone(), username);
    },
    onSuccess: (name) =>
      toasts.show({
        tone: "success",
        title: "Login Successful",
        text: `Welcome, ${name}!`,
        durationMs: TOAST_MS,
      }),
  });
}

/** Where a sign-in on a page leads: a DJ's work begins on My Shows, unless they came for another page. */
export function pathAfterSignIn(path: string, session: Session | undefined): string {
  return path === "/" && session?.kind === "user" && session.role === "dj" ? "/my-shows" : path;
}

/** The toast for a failed sign-in. */
export function signInRefusal(error: unknown): { readonly title: string; readonly text: string } {
  if (error instanceof SessionNotKeptError) return { title: "Login Failed", text: error.message };
  if (!(error instanceof ApiCallError))
    return { title: "Login Error", text: "Unable to connect to server" };
  if (error.status === 401) return { title: "Login Failed", text: "Invalid username or password" };
  return { title: "Login Failed", text: refusalText(error) ?? "The station could not sign you in" };
}
