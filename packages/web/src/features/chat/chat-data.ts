import { botCommandsCalls, CHAT_SEND_INTERVAL_MS, chatCalls } from "@neonrelay/contract/callers";
import type { ChatMessage } from "@neonrelay/contract/callers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiCallError, callApi, refusalText } from "../../api/call-api.ts";
import { useConnectionState } from "../../socket/socket-context.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { useChatStore } from "./chat-context.ts";
import { addToChat, chatQuery } from "./chat-query.ts";

const FALLBACK_POLL_MS = 10_000;
const TOAST_MS = 5000;
const SENT_SHOWN_MS = 3000;

export function useChatMessages() {
  const isLive = useConnectionState() === "CONNECTED";
  return useQuery({ ...chatQuery, refetchInterval: isLive ? false : FALLBACK_POLL_MS });
}

/** The bot's commands; they change only with the station's version. */
export function useBotCommands({ isWanted }: { readonly isWanted: boolean }) {
  return useQuery({
    queryKey: [botCommandsCalls.listBotCommands.path],
    queryFn: ({ signal }) => callApi(botCommandsCalls.listBotCommands, {}, signal),
    enabled: isWanted,
    staleTime: Infinity,
  });
}

const tooFast = {
  tone: "error",
  title: "Too Fast",
  text: "Please wait before sending another message",
  durationMs: TOAST_MS,
} as const;

/** Sends a message to IRC, at most once a second. `status` is idle again a moment after it was sent. */
export function useSendChat() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const chat = useChatStore();
  const sentAtMs = useRef(-Infinity);
  const mutation = useMutation({
    mutationFn: (body: { readonly username: string; readonly message: string }) =>
      callApi(chatCalls.sendChat, { body }),
    onSuccess: (message) => {
      addToChat(queryClient, message);
      chat.spoke();
      toasts.show({ tone: "success", title: "Message Sent", durationMs: TOAST_MS });
    },
    onError: (error) => {
      const isTooFast = error instanceof ApiCallError && error.status === 429;
      toasts.show(
        isTooFast
          ? tooFast
          : {
              tone: "error",
              title: "Send Failed",
              text: "Failed to send message to IRC",
              durationMs: TOAST_MS,
            },
      );
    },
  });
  const { isSuccess, reset } = mutation;
  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(reset, SENT_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  /** @returns false if sent too soon after another one; a toast says so */
  const send = (
    body: { readonly username: string; readonly message: string },
    { onRefused }: { readonly onRefused: () => void },
  ): boolean => {
    if (performance.now() - sentAtMs.current < CHAT_SEND_INTERVAL_MS) {
      toasts.show(tooFast);
      return false;
    }
    sentAtMs.current = performance.now();
    mutation.mutate(body, { onError: onRefused });
    return true;
  };
  const { status, error } = mutation;
  return { send, status, refusal: refusalText(error) };
}

export function useClearChat() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const chat = useChatStore();
  return useMutation({
    mutationFn: () => callApi(chatCalls.clearChat, {}),
    onSuccess: () => {
      queryClient.setQueryData(chatQuery.queryKey, []);
      chat.cleared();
      toasts.show({ tone: "success", title: "Chat Cleared", durationMs: TOAST_MS });
    },
    onError: () =>
      toasts.show({
        tone: "error",
        title: "Clear Failed",
        text: "Failed to clear chat messages",
        durationMs: TOAST_MS,
      }),
  });
}

export function useDeleteChatMessage() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (id: string) => callApi(chatCalls.deleteChatMessage, { params: { id } }),
    onSuccess: (_answer, id) => {
      // The older pages too.
      queryClient.setQueriesData<readonly ChatMessage[]>({ queryKey: chatQuery.queryKey }, (list) =>
        list?.filter((message) => message.id !== id),
      );
    },
    onError: (error) =>
      toasts.show({
        tone: "error",
        title: "Error",
        text: refusalText(error) ?? "Failed to delete the message",
        durationMs: TOAST_MS,
      }),
  });
}
