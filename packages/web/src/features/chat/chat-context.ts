import { createContext, use, useSyncExternalStore } from "react";
import type { ChatState, ChatStore } from "./chat-store.ts";

export const ChatContext = createContext<ChatStore | undefined>(undefined);

export function useChatStore(): ChatStore {
  const chat = use(ChatContext);
  if (chat === undefined) throw new Error("ChatContext is missing above this component");
  return chat;
}

export function useChat(): ChatState {
  const chat = useChatStore();
  return useSyncExternalStore(chat.subscribe, () => chat.state);
}

/** The visitor's nick on IRC, if it differs from the name. */
export function useOwnNick(): string | undefined {
  const chat = useChatStore();
  return useSyncExternalStore(chat.subscribe, () => chat.state.ownNick);
}

/** The draft, which survives page changes. */
export function useChatDraft(): string {
  const chat = useChatStore();
  return useSyncExternalStore(chat.subscribe, () => chat.draft);
}
