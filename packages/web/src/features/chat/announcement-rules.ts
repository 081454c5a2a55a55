import type { ChatMessage } from "@neonrelay/contract/callers";
import { foldNick } from "./chat-name-rules.ts";

/** Which chat messages a screen reader announces. */
export const announcementSettings = ["off", "mentions", "all"] as const;
export type AnnouncementSetting = (typeof announcementSettings)[number];

/** Whether a text contains the nick as a separate word. */
export function mentions(text: string, nick: string | undefined): boolean {
  if (nick === undefined) return false;
  const words: readonly string[] = foldNick(text).match(/[\w\-[\]\\`^{|}]+/g) ?? [];
  return words.includes(foldNick(nick));
}

/** Messages of a few seconds, in one sentence. */
export function announcementOf(messages: readonly ChatMessage[]): string {
  const [first] = messages;
  if (first === undefined) return "";
  if (messages.length > 1) return `${messages.length} new messages`;
  const speaker = first.origin === "irc" ? `${first.username} on IRC` : first.username;
  return `${speaker}: ${first.message}`;
}
