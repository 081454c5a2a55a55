import {
  CHAT_LIST_LIMIT,
  CHAT_STATUS_LIMIT,
  chatCalls,
  type ChatMessage,
  type ChatStatus,
} from "@neonrelay/contract/callers";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";

/** Separate from the code that sends and removes messages: the socket fills it on every page. */
export const chatQuery = queryOptions<readonly ChatMessage[]>({
  ...stationData,
  queryKey: [chatCalls.listChat.path],
  queryFn: ({ signal }) => callApi(chatCalls.listChat, { query: {} }, signal),
});

/** @returns false for a known message */
export function addToChat(queryClient: QueryClient, message: ChatMessage): boolean {
  const before = queryClient.getQueryData(chatQuery.queryKey) ?? [];
  const after = withMessage(before, message);
  if (after === before) return false;
  queryClient.setQueryData(chatQuery.queryKey, after);
  return true;
}

/** Within this time, the same text from the same user is a duplicate. */
const DUPLICATE_WINDOW_MS = 1000;

/** The same list for a known message; otherwise the newest 200. */
export function withMessage(
  list: readonly ChatMessage[],
  added: ChatMessage,
): readonly ChatMessage[] {
  const isKnown = list.some((message) => message.id === added.id || isTwice(message, added));
  return isKnown ? list : [...list, added].slice(-CHAT_LIST_LIMIT);
}

function isTwice(a: ChatMessage, b: ChatMessage): boolean {
  if (a.username !== b.username || a.message !== b.message) return false;
  return Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp)) < DUPLICATE_WINDOW_MS;
}

export function withDelivery(
  list: readonly ChatMessage[],
  { id, ...delivery }: Required<Pick<ChatMessage, "id" | "notDelivered" | "isWaiting">>,
): readonly ChatMessage[] {
  return list.map((message) => (message.id === id ? { ...message, ...delivery } : message));
}

/** A known line keeps its place. */
export function withStatus(list: readonly ChatStatus[], added: ChatStatus): readonly ChatStatus[] {
  const isKnown = list.some(({ id }) => id === added.id);
  if (isKnown) return list.map((line) => (line.id === added.id ? added : line));
  return [...list, added].slice(-CHAT_STATUS_LIMIT);
}
