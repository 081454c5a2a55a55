import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

export const CHAT_MESSAGE_LIMIT = 400;
export const CHAT_NAME_LENGTHS = { shortest: 2, longest: 20 } as const;
/** Between two messages of one visitor, in ms. */
export const CHAT_SEND_INTERVAL_MS = 1000;
/** Messages listed, and kept by a browser. */
export const CHAT_LIST_LIMIT = 200;

/** Letters, digits and the special characters IRC allows in nicks. */
export const chatNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(CHAT_NAME_LENGTHS.shortest, "Username must be at least 2 characters long"),
    z.maxLength(CHAT_NAME_LENGTHS.longest, "Username must be at most 20 characters long"),
    z.regex(/^[\w\-[\]\\`|{}]+$/, "Username may have letters, digits and _ - [ ] \\ ` | { } only"),
  );

/** A colour of mIRC's palette (0 to 98), or any other as six hexadecimal digits. */
const chatColourSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("palette"), index: z.int() }),
  z.object({ kind: z.literal("rgb"), hex: z.string() }),
]);

/** Text that looks the same throughout; what a message's runs say together is its `message`. */
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
/** Where it was said: in a browser, on IRC, or by the station itself. */
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
  /** How the text looks; null for plain text. */
  runs: z.nullable(z.array(chatRunSchema)),
  /** Why IRC did not get it, in words; null when it did, or when that is not known yet. */
  notDelivered: z.nullable(z.string()),
  /** It waits for its turn on IRC, until `chat_delivery` says what became of it. */
  isWaiting: z.optional(z.boolean()),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

const exampleMessage: ChatMessage = {
  id: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
  username: "nightowl",
  message: "what a track!",
  timestamp: "2030-01-31T20:15:00.000Z",
  isBot: false,
  kind: "message",
  origin: "web",
  runs: null,
  notDelivered: null,
};

/**
 * What happened in the channel beside what was said. A netsplit is one line, however many it took: a line with an id
 * that was told before takes its place.
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
/** Status lines kept, by the server and by a browser. */
export const CHAT_STATUS_LIMIT = 50;

export const chatApi = defineApi({
  listChat: {
    method: "GET",
    path: "/api/chat",
    access: "public",
    errors: ["not_found"],
    summary: "The newest messages of the channel, or those before one of them, oldest first",
    query: z.object({
      before: z.optional(
        z.uuid().check(z.describe("Id of the first message of the page behind this one")),
      ),
      limit: z
        ._default(
          z.coerce.number().check(z.int(), z.minimum(1), z.maximum(CHAT_LIST_LIMIT)),
          CHAT_LIST_LIMIT,
        )
        .check(z.describe("Most messages in one answer; fewer are the first there are")),
    }),
    response: z.array(chatMessageSchema),
    example: { response: [exampleMessage] },
  },
  sendChat: {
    method: "POST",
    path: "/api/chat/send",
    access: "public",
    errors: ["name_taken", "not_allowed", "too_many_requests", "unavailable"],
    summary: "Say something in the channel; '/me waves' says what one does",
    body: z.object({
      username: chatNameSchema,
      message: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, "say something"),
          z.maxLength(CHAT_MESSAGE_LIMIT),
          z.regex(/^\P{Cc}*$/u, "leave out line breaks and control characters"),
        ),
    }),
    response: chatMessageSchema,
    example: {
      body: { username: "nightowl", message: "what a track!" },
      response: exampleMessage,
    },
  },
  clearChat: {
    method: "POST",
    path: "/api/chat/clear",
    access: "chat_moderation",
    summary: "Remove all messages",
    response: z.object({ cleared: z.int() }),
    example: { response: { cleared: 12 } },
  },
  deleteChatMessage: {
    method: "DELETE",
    path: "/api/chat/:id",
    access: "chat_moderation",
    errors: ["not_found"],
    summary: "Remove one message",
    params: z.object({ id: z.uuid().check(z.describe("Id of the message")) }),
    response: z.object({ deleted: z.literal(true) }),
    example: { response: { deleted: true } },
  },
});
