import { chatCalls } from "@neonrelay/contract/callers";
import type { ChatMessage } from "@neonrelay/contract/callers";
import { queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/call-api.ts";
import { stationData } from "../../api/query-client.ts";
import { withMessage } from "./message-list-rules.ts";

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
