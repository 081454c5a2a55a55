import { accountsCalls } from "@neonrelay/contract/callers";
import type { Right, Session } from "@neonrelay/contract/callers";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { takeFirstAnswer } from "../../early/first-answer.ts";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { useNotifications } from "../notifications/index.ts";
import { accountName, closedBecause } from "./role-rules.ts";
import { rememberedName, rememberSession } from "./remembered-session.ts";

const TOAST_MS = 5000;

export const sessionQuery = queryOptions<Session>({
  ...stationData,
  queryKey: [accountsCalls.getSession.path],
  queryFn: async ({ signal }) => {
    const { path, response } = accountsCalls.getSession;
    const first = response.safeParse(await takeFirstAnswer(path));
    const session = first.success
      ? first.data
      : await callApi(accountsCalls.getSession, {}, signal);
    rememberSession(session);
    return session;
  },
});

export function useSessionQuery() {
  return useQuery(sessionQuery);
}

export function useSession(): Session | undefined {
  return useSessionQuery().data;
}

/** False until the session is known. The server checks again on every call. */
export function useRight(right: Right): boolean {
  return useSession()?.rights.includes(right) ?? false;
}

/** Why this browser may not use a control that needs the right; undefined if it may. */
export function useClosedBecause(right: Right): string | undefined {
  return closedBecause(useSession(), right);
}

export function sessionName(session: Session | undefined): string {
  if (session === undefined) return rememberedName() ?? "Guest";
  if (session.kind === "guest") return "Guest";
  return session.kind === "user" ? accountName(session) : "Administrator";
}

export function useSignOut() {
  const become = useBecome();
  const toasts = useToasts();
  const notifications = useNotifications();
  return useMutation({
    mutationFn: () => callApi(accountsCalls.logout, {}),
    onSuccess: async () => {
      // Notifications for operators must not reach the browser's next user.
      notifications.clear();
      await become();
      toasts.show({ tone: "success", title: "Logged Out", durationMs: TOAST_MS });
    },
    onError: () =>
      toasts.show({
        tone: "error",
        title: "Error",
        text: "Unable to connect to server",
        durationMs: TOAST_MS,
      }),
  });
}

/** After a sign-in: reads the session back, since the browser may not have kept it. */
export function useBecomeSomeone(): () => Promise<Session> {
  const queryClient = useQueryClient();
  const become = useBecome();
  return async () => {
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (session.kind === "guest") throw (await import("./kept-session.ts")).notKept();
    await become();
    return session;
  };
}

/** The session has changed: refetches what depends on it and reconnects the socket. */
export function useBecome(): () => Promise<void> {
  const queryClient = useQueryClient();
  const socket = useSocket();
  return async () => {
    socket.reopen();
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}
