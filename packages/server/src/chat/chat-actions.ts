import { CHAT_LIST_LIMIT, CHAT_SEND_INTERVAL_MS, type ChatMessage } from "@neonrelay/contract";
import type { Caller } from "../accounts/rights-rules.ts";
import type { Visitor } from "../accounts/visitor.ts";
import { createVisitorLimit, type VisitorLimit } from "../accounts/visitor-limit.ts";
import { findAccount } from "../database/account-store.ts";
import {
  deleteChatMessage,
  deleteChatMessages,
  insertChatMessage,
  listChatMessages,
} from "../database/chat-store.ts";
import type { Connection, Database } from "../database/database.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../station-events.ts";
import type { ChatNames } from "./chat-names.ts";
import { isReservedName, toChatMessage } from "./chat-rules.ts";

export interface ChatParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly chatNames: ChatNames;
}

export type SendOutcome =
  | { readonly kind: "said"; readonly message: ChatMessage }
  | { readonly kind: "name-taken" }
  | { readonly kind: "too-soon"; readonly untilMs: number };

export function createChatLimit(nowMs: () => number): VisitorLimit {
  return createVisitorLimit({ burst: 1, perSecond: 1000 / CHAT_SEND_INTERVAL_MS, nowMs });
}

/** Oldest first. */
export async function listChat(connection: Connection): Promise<ChatMessage[]> {
  return (await listChatMessages(connection, { limit: CHAT_LIST_LIMIT })).map(toChatMessage);
}

/** A visitor says something under a name that is theirs or free. */
export async function sendChat(
  parts: ChatParts & { readonly limit: VisitorLimit },
  {
    username,
    message,
    caller,
    visitor,
  }: {
    readonly username: string;
    readonly message: string;
    readonly caller: Caller;
    readonly visitor: Visitor;
  },
): Promise<SendOutcome> {
  if (parts.chatNames.isHeldByAnother(username, visitor)) return { kind: "name-taken" };
  const untilMs = parts.limit.take(visitor);
  if (untilMs !== null) return { kind: "too-soon", untilMs };
  if (await isReserved(parts, { name: username, caller })) return { kind: "name-taken" };
  return { kind: "said", message: await say(parts, { username, message, isBot: false }) };
}

/** Stores a message of the channel and tells everybody. @param isBot said by the station itself */
export async function say(
  { database, events }: Pick<ChatParts, "database" | "events">,
  line: { readonly username: string; readonly message: string; readonly isBot: boolean },
): Promise<ChatMessage> {
  const message = toChatMessage(await insertChatMessage(database.connection, line));
  events.publish({ type: "chat.said", message });
  return message;
}

/** @returns how many there were */
export async function clearChat({
  database,
  events,
}: Pick<ChatParts, "database" | "events">): Promise<number> {
  const cleared = await deleteChatMessages(database.connection);
  events.publish({ type: "chat.cleared" });
  return cleared;
}

/** @returns false when there is no such message */
export async function removeChatMessage(
  { database, events }: Pick<ChatParts, "database" | "events">,
  id: string,
): Promise<boolean> {
  const isDeleted = await deleteChatMessage(database.connection, id);
  if (isDeleted) events.publish({ type: "chat.changed" });
  return isDeleted;
}

/** Holds a name in chat for a socket. @returns false when it is somebody else's */
export async function joinChat(
  parts: ChatParts,
  {
    name,
    caller,
    visitor,
    socket,
  }: {
    readonly name: string;
    readonly caller: Caller;
    readonly visitor: Visitor;
    readonly socket: object;
  },
): Promise<boolean> {
  if (await isReserved(parts, { name, caller })) return false;
  return parts.chatNames.join(socket, { name, claimant: visitor });
}

async function isReserved(
  { database, settings }: ChatParts,
  { name, caller }: { readonly name: string; readonly caller: Caller },
): Promise<boolean> {
  const account = await findAccount(database.connection, name);
  const { botName } = settings.current;
  return isReservedName({ name, caller, botName, accountId: account?.id ?? null });
}
