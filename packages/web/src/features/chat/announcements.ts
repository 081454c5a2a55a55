import type { ChatMessage } from "@neonrelay/contract/callers";
import { foldNick } from "./chat-name.ts";

/** Which chat messages a screen reader announces. */
export const announcementSettings = ["off", "mentions", "all"] as const;
export type AnnouncementSetting = (typeof announcementSettings)[number];

/** Whether a text contains one of the names as a separate word: the chat name, or the nick shown on IRC. */
export function mentions(text: string, names: readonly (string | undefined)[]): boolean {
  const words: readonly string[] = foldNick(text).match(/[\w\-[\]\\`^{|}]+/g) ?? [];
  return names.some((name) => name !== undefined && words.includes(foldNick(name)));
}

/** The messages of a few seconds, in one sentence. */
export function announcementOf(messages: readonly ChatMessage[]): string {
  const [first] = messages;
  if (first === undefined) return "";
  if (messages.length > 1) return `${messages.length} new messages`;
  const speaker = first.origin === "irc" ? `${first.username} on IRC` : first.username;
  return `${speaker}: ${first.message}`;
}

const KEY = "neonrelay_chat_announcements";

export function loadAnnouncementSetting(): AnnouncementSetting {
  try {
    const stored = localStorage.getItem(KEY);
    return announcementSettings.find((setting) => setting === stored) ?? "mentions";
  } catch {
    return "mentions";
  }
}

export function saveAnnouncementSetting(setting: AnnouncementSetting): void {
  try {
    localStorage.setItem(KEY, setting);
  } catch (error) {
    console.warn("announcement setting not stored", error);
  }
}
