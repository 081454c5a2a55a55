import { chatSanctionsCalls } from "@neonrelay/contract/callers";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi, refusalText } from "../../api/call-api.ts";
import { useToasts } from "../../ui/toast-store.ts";

const TOAST_MS = 5000;
const sanctionsKey = [chatSanctionsCalls.listSanctions.path];

/** A moderator's actions for a user in the channel. */
type ModerationOrder =
  | { readonly kind: "kick"; readonly username: string }
  | { readonly kind: "ban"; readonly username: string }
  | { readonly kind: "mute"; readonly username: string; readonly minutes: number };

const done = { kick: "User Kicked", ban: "User Banned", mute: "User Muted" } as const;

export function useModerate() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (order: ModerationOrder) => {
      const { username } = order;
      if (order.kind === "kick") {
        await callApi(chatSanctionsCalls.kickChatter, { body: { username, reason: "" } });
        return;
      }
      const minutes = order.kind === "mute" ? order.minutes : null;
      const body = { kind: order.kind, username, reason: "", minutes };
      await callApi(chatSanctionsCalls.addSanction, { body });
    },
    onSuccess: async (_answer, { kind, username }) => {
      toasts.show({ tone: "success", title: done[kind], text: username, durationMs: TOAST_MS });
      await queryClient.invalidateQueries({ queryKey: sanctionsKey });
    },
    onError: (error, { kind, username }) =>
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? `Failed to ${kind} ${username}`,
        durationMs: TOAST_MS,
      }),
  });
}

const PAGE_SIZE = 100;

/** Mutes and bans in force, in pages. */
export function useSanctions() {
  return useInfiniteQuery({
    queryKey: sanctionsKey,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        chatSanctionsCalls.listSanctions,
        { query: { limit: PAGE_SIZE, after: pageParam } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    // IRC operators set and lift them too, without a message on the socket.
    refetchOnMount: "always",
  });
}

export function useLiftSanction() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (id: string) => callApi(chatSanctionsCalls.removeSanction, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sanctionsKey }),
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? "Failed to lift the mute or ban",
        durationMs: TOAST_MS,
      }),
  });
}
