import { CHAT_LIST_LIMIT, CHAT_SEND_INTERVAL_MS, type ChatMessage } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { accountIdOf, type Chatter } from "../identity/visitor.ts";
import { createVisitorLimit, type VisitorLimit } from "../limits/rate-limit.ts";
import { listAccountsNamed } from "../accounts/account-store.ts";
import {
  deleteChatMessage,
  deleteChatMessages,
  findChatPlace,
  insertChatMessage,
  listChatMessages,
} from "./chat-store.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../settings/settings.ts";
import type { Restriction, StationEvents, WebSpeaker } from "../events/station-events.ts";
import type { ChatChannel } from "./chat-channel.ts";
import { type ChatNames, nearNames } from "./chat-names.ts";
import { namesTooMany, toChatMessage, usernamesOf, webLine, type ChatLine } from "./chat-rules.ts";
import { isNameKept } from "./name-safety-rules.ts";
import type { Sanctions } from "./sanctions.ts";

export interface ChatParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly chatNames: ChatNames;
  readonly sanctions: Sanctions;
  readonly irc: ChatChannel;
}

type SendOutcome =
  | { readonly kind: "said"; readonly message: ChatMessage }
  | { readonly kind: "name-taken" }
  | { readonly kind: "names-too-many" }
  | { readonly kind: "disconnected" }
  | { readonly kind: "restricted"; readonly restriction: Restriction }
  | { readonly kind: "too-soon"; readonly untilMs: number };

type JoinOutcome =
  | Extract<SendOutcome, { kind: "restricted" }>
  | {
      readonly kind: "name-taken";
      /** Similar free names, nearest first. */
      readonly freeNames: readonly string[];
    }
  | { readonly kind: "joined" };

/** Free names offered in place of a taken one. */
const OFFERED_NAMES = 3;

/** Dependencies of reading the chat. */
export interface ChatReadParts {
  readonly database: Pick<Database, "connection">;
  readonly irc: Pick<ChatChannel, "isWaiting">;
}

export type ChatPage =
  | { readonly kind: "no-such-message" }
  /** Oldest first. */
  | { readonly kind: "page"; readonly messages: ChatMessage[] };

interface NameClaim extends WebSpeaker {
  readonly name: string;
}

export function createChatLimit(nowMs: () => number): VisitorLimit {
  return createVisitorLimit({ burst: 1, perSecond: 1000 / CHAT_SEND_INTERVAL_MS, nowMs });
}

/** The newest messages, oldest first. */
export async function listChat(parts: ChatReadParts): Promise<ChatMessage[]> {
  return await readMessages(parts, { before: null, limit: CHAT_LIST_LIMIT });
}

/** @param before id of a message; null for the newest */
export async function readChatPage(
  parts: ChatReadParts,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<ChatPage> {
  const { connection } = parts.database;
  const place = before === null ? null : await findChatPlace(connection, before);
  if (before !== null && place === null) return { kind: "no-such-message" };
  return { kind: "page", messages: await readMessages(parts, { before: place, limit }) };
}

/** A visitor speaks under a name that is theirs or free. */
export async function sendChat(
  parts: ChatParts & { readonly limit: VisitorLimit },
  {
    username,
    text,
    ...speaker
  }: WebSpeaker & {
    readonly username: string;
    readonly text: string;
  },
): Promise<SendOutcome> {
  const { visitor } = speaker;
  const restriction = restrictionOf(parts, { name: username, visitor });
  if (restriction !== null) return { kind: "restricted", restriction };
  if (parts.chatNames.isHeldByAnother(username, visitor)) return { kind: "name-taken" };
  const untilMs = parts.limit.take(visitor);
  if (untilMs !== null) return { kind: "too-soon", untilMs };
  const isKept = await nameCheck(parts, speaker, [username]);
  if (isKept(username)) return { kind: "name-taken" };
  if (!parts.irc.status.connected) return { kind: "disconnected" };
  const present = parts.irc.present.map(({ nick }) => nick);
  if (namesTooMany(text, present)) return { kind: "names-too-many" };
  // Someone may have joined under that name in the meantime.
  if (!parts.chatNames.speak({ name: username, claimant: visitor })) return { kind: "name-taken" };
  return { kind: "said", message: await say(parts, webLine({ username, text }), speaker) };
}

/** Stores a chat message and sends it to everyone. @param speaker null: the station itself */
export async function say(
  { database, events }: Pick<ChatParts, "database" | "events">,
  line: ChatLine,
  speaker: WebSpeaker | null = null,
): Promise<ChatMessage> {
  const stored = { ...line, id: randomUUID(), timestamp: new Date(), notDelivered: null };
  await insertChatMessage(database.connection, { ...stored, ircId: null });
  const message = toChatMessage(stored);
  events.publish({ type: "chat.said", message, speaker });
  return message;
}

/** @returns the number of deleted messages */
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

/** Reserves a chat name for a socket, unless it is someone else's or its visitor may not join. */
export async function joinChat(
  parts: ChatParts,
  { socket, ...claim }: NameClaim & { readonly socket: object },
): Promise<JoinOutcome> {
  const { name, visitor } = claim;
  const restriction = restrictionOf(parts, claim);
  if (restriction !== null && restriction.kind !== "mute")
    return { kind: "restricted", restriction };
  const near = nearNames(name);
  const isKept = await nameCheck(parts, claim, [name, ...near]);
  if (!isKept(name) && parts.chatNames.join(socket, { name, claimant: visitor }))
    return { kind: "joined" };
  const free = near.filter((one) => !isKept(one) && !parts.chatNames.isHeldByAnother(one, visitor));
  return { kind: "name-taken", freeNames: free.slice(0, OFFERED_NAMES) };
}

/** By a chat moderator, or by the channel on IRC. */
function restrictionOf(
  { sanctions, irc }: Pick<ChatParts, "sanctions" | "irc">,
  chatter: Chatter,
): Restriction | null {
  return sanctions.restrictionOf(chatter.visitor) ?? irc.restrictionOf(chatter);
}

async function readMessages(
  { database, irc }: ChatReadParts,
  range: Parameters<typeof listChatMessages>[1],
): Promise<ChatMessage[]> {
  const stored = await listChatMessages(database.connection, range);
  return stored.map((line) => ({
    ...toChatMessage(line),
    ...(irc.isWaiting(line.id) && { isWaiting: true }),
  }));
}

/**
 * Returns a check of whether a name belongs to, or could be mistaken for, someone else. Visitors keep a name they
 * already have.
 * @param names the ones that will be checked
 */
async function nameCheck(
  { database, settings, chatNames, irc }: ChatParts,
  { caller, visitor }: WebSpeaker,
  names: readonly string[],
): Promise<(name: string) => boolean> {
  const accountId = accountIdOf(caller);
  const usernames = names.flatMap(usernamesOf);
  const accounts = await listAccountsNamed(database.connection, { usernames, accountId });
  const present = irc.present.filter(
    ({ nick, isWeb }) => !isWeb || !chatNames.isHeldBy(nick, visitor),
  );
  return (name) =>
    isNameKept({
      name,
      accountId,
      accounts,
      botNames: [settings.current.botName, irc.botNick],
      stationName: settings.current.stationName,
      present: chatNames.isHeldBy(name, visitor) ? [] : present,
    });
}
