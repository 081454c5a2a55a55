import type { ChatMessage } from "@neonrelay/contract";
import type { Caller } from "../accounts/rights-rules.ts";

/** A chat message as the database has it. */
export interface StoredChatMessage {
  readonly id: string;
  readonly username: string;
  readonly message: string;
  readonly timestamp: Date;
  readonly isBot: boolean;
}

export function toChatMessage(stored: StoredChatMessage): ChatMessage {
  const { id, username, message, timestamp, isBot } = stored;
  return { id, username, message, timestamp: timestamp.toISOString(), isBot };
}

/**
 * Names that IRC takes for the same are the same here, by the casemapping of our own server, ascii: only the case of A
 * to Z makes no difference, as with user names.
 */
export function foldName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => capital.toLowerCase());
}

/** Whether a name is somebody's for good, so that nobody else may chat under it: the bot's, or an account's. */
export function isReservedName({
  name,
  caller,
  botName,
  accountId,
}: {
  readonly name: string;
  readonly caller: Caller;
  readonly botName: string;
  /** Of the account with this user name; null when there is none. */
  readonly accountId: string | null;
}): boolean {
  if (foldName(name) === foldName(botName)) return true;
  return accountId !== null && !(caller.kind === "user" && caller.accountId === accountId);
}
