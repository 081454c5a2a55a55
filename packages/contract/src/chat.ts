import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

export const CHAT_MESSAGE_LIMIT = 400;

export const CHAT_NAME_LENGTHS = { shortest: 2, longest: 20 } as const;

/** Minimum time between two messages of one visitor, in ms. */
export const CHAT_SEND_INTERVAL_MS = 1000;

/** Messages listed by the server and kept by a browser. */
export const CHAT_LIST_LIMIT = 200;

/** A colour of mIRC's palette (0 to 98), or six hexadecimal digits. */
const chatColourSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("palette"), index: z.int() }),
  z.object({ kind: z.literal("rgb"), hex: z.string() }),
]);

/** Text with one style; the runs of a message together make up its `message`. */
export const chatRunSchema = z.object({
  text: z.string(),
  bold: z.boolean(),
  italic: z.boolean(),
  underline: z.boolean(),
  strikethrough: z.boolean(),
  monospace: z.boolean(),
  reverse: z.boolean(),
  foreground: z.optional(chatColourSchema),
  background: z.optional(chatColourSchema),
});

export type ChatRun = z.infer<typeof chatRunSchema>;

export const chatMessageKinds = ["message", "action", "notice"] as const;

/** Origin: a browser, IRC, or the station itself. */
export const chatOrigins = ["web", "irc", "station"] as const;

export const chatMessageSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  /** Plain text, without formatting codes. */
  message: z.string(),
  timestamp: z.iso.datetime(),
  isBot: z.boolean(),
  /** `action` is "/me". */
  kind: z.enum(chatMessageKinds),
  origin: z.enum(chatOrigins),
  /** Formatting; null for plain text. */
  runs: z.nullable(z.array(chatRunSchema)),
  /** Why the message did not reach IRC; null when it did or the outcome is not known yet. */
  notDelivered: z.nullable(z.string()),
  /** Queued for IRC; `chat_delivery` reports the outcome. */
  isWaiting: z.optional(z.boolean()),
});

export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** The beginning of the bot's announcements of what is on air. */
export const ON_AIR_WORDS = "Now on air: ";

/**
 * Whether the bot announces what is on air; a listener's quote of it doesn't count.
 * @example
 * isOnAirLine({ origin: "station", message: "Now on air: “Tide” by Nova" }); // true
 */
export function isOnAirLine({ origin, message }: Pick<ChatMessage, "origin" | "message">): boolean {
  return origin === "station" && message.startsWith(ON_AIR_WORDS);
}

/**
 * A channel event other than a message. A netsplit is one line for everyone it affects: a line with a known id
 * replaces the earlier one.
 */
export const chatStatusSchema = z.intersection(
  z.object({ id: z.uuid(), timestamp: z.iso.datetime() }),
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("joined"), nick: z.string() }),
    z.object({ kind: z.literal("left"), nick: z.string(), reason: z.string() }),
    z.object({ kind: z.literal("quit"), nick: z.string(), reason: z.string() }),
    z.object({ kind: z.literal("renamed"), nick: z.string(), newNick: z.string() }),
    z.object({
      kind: z.literal("kicked"),
      nick: z.string(),
      by: z.string(),
      reason: z.string(),
    }),
    z.object({ kind: z.literal("topic"), by: z.string(), topic: z.string() }),
    /** As IRC writes them: '+o nightowl'. */
    z.object({ kind: z.literal("modes"), by: z.string(), modes: z.string() }),
    z.object({ kind: z.literal("netsplit"), count: z.int() }),
  ]),
);

export type ChatStatus = z.infer<typeof chatStatusSchema>;

/** Status lines kept by the server and by a browser. */
export const CHAT_STATUS_LIMIT = 50;

export const chatCalls = defineCalls({
  listChat: {
    method: "GET",
    path: "/api/chat",
    response: z.array(chatMessageSchema),
  },
  sendChat: {
    method: "POST",
    path: "/api/chat/send",
    response: chatMessageSchema,
  },
  clearChat: {
    method: "POST",
    path: "/api/chat/clear",
    response: z.object({ cleared: z.int() }),
  },
  deleteChatMessage: {
    method: "DELETE",
    path: "/api/chat/:id",
    response: z.object({ deleted: z.literal(true) }),
  },
});

/** A muted user stays in the channel but can't speak; a banned user can't join. */
export const sanctionKinds = ["mute", "ban"] as const;

export const chatSanctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(sanctionKinds),
  /** The name at that time; the sanction applies to the person under any name. */
  username: z.string(),
  reason: z.string(),
  /** Who imposed it: an account, 'access code', or a nick on IRC. */
  by: z.string(),
  /** null: until lifted. */
  until: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});

export type ChatSanction = z.infer<typeof chatSanctionSchema>;

/** Mutes and bans for web and IRC users; on IRC the bot enforces them. */
export const chatSanctionsCalls = defineCalls({
  kickChatter: {
    method: "POST",
    path: "/api/chat/kick",
    response: z.object({ kicked: z.literal(true) }),
  },
  listSanctions: {
    method: "GET",
    path: "/api/chat/sanctions",
    response: z.array(chatSanctionSchema),
  },
  addSanction: {
    method: "POST",
    path: "/api/chat/sanctions",
    response: chatSanctionSchema,
  },
  removeSanction: {
    method: "DELETE",
    path: "/api/chat/sanctions/:id",
    response: z.object({ removed: z.literal(true) }),
  },
});
