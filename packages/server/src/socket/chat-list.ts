import { listChat, type ChatReadParts } from "../chat/chat-actions.ts";
import { textFrame } from "./socket-frame.ts";

/** The chat list as a message, loaded and framed once for all who need it. */
export interface ChatList {
  /** The newest, or one to which the events since can be added: they are sent to those who wait for it. */
  frame(): Promise<Buffer>;
  /** The newest, with nothing said or removed since: it may replace what browsers have. */
  settledFrame(): Promise<Buffer>;
  /** Something was said or removed. */
  recordChange(): void;
}

/** What is removed for its age may be listed this much longer. */
const FRESH_MS = 500;
/** Loads before a list is sent that lacks what was said during the last load. */
const MAX_LOADS = 10;

export function createChatList(parts: ChatReadParts): ChatList {
  let version = 0;
  let fresh: { readonly atMs: number; readonly frame: Promise<Buffer> } | null = null;
  const load = async (): Promise<Buffer> => {
    const data = await listChat(parts);
    return textFrame(JSON.stringify({ type: "chat_message", data }));
  };
  const frame = async (): Promise<Buffer> => {
    if (fresh !== null && performance.now() - fresh.atMs < FRESH_MS) return await fresh.frame;
    const loading = { atMs: performance.now(), frame: load() };
    fresh = loading;
    try {
      return await loading.frame;
    } catch (error) {
      if (fresh === loading) fresh = null;
      throw error;
    }
  };
  return {
    frame,
    settledFrame: async () => {
      for (let loads = 1; ; loads += 1) {
        const before = version;
        const loaded = await frame();
        if (version === before || loads >= MAX_LOADS) return loaded;
      }
    },
    recordChange: () => {
      version += 1;
      fresh = null;
    },
  };
}
