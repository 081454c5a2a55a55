import { isChatName, stripChatName } from "./chat-name-rules.ts";

const KEY = "irc_username";

/** undefined if no valid name is stored. */
export function loadChatName(): string | undefined {
  try {
    const name = stripChatName(localStorage.getItem(KEY) ?? "");
    return isChatName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** @param name undefined removes it */
export function saveChatName(name: string | undefined): void {
  try {
    if (name === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch (error) {
    console.warn("chat name not stored", error);
  }
}
