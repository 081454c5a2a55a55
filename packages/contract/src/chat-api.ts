import * as z from "zod/mini";
import { chatTextRefusal, readChatText } from "./chat-texts.ts";
import { CHAT_LIST_LIMIT, CHAT_MESSAGE_LIMIT, CHAT_NAME_LENGTHS, chatCalls } from "./chat.ts";
import type { ChatMessage } from "./chat.ts";
import { defineApi } from "./endpoint.ts";

/** Letters, digits and the special characters IRC allows in nicks. */
export const chatNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(CHAT_NAME_LENGTHS.shortest, "Username must be at least 2 characters long"),
    z.maxLength(CHAT_NAME_LENGTHS.longest, "Username must be at most 20 characters long"),
    z.regex(
      /^[\w\-[\]\\`|{}]+$/,
      "Username may have the letters A to Z, digits and _ - [ ] \\ ` | { } only",
    ),
  );

export const sendChatBody = z.object({
  username: chatNameSchema,
  message: z.string().check(
    z.trim(),
    z.maxLength(CHAT_MESSAGE_LIMIT),
    z.regex(/^\P{Cc}*$/u, "leave out line breaks and control characters"),
    z.refine((text) => chatTextRefusal(readChatText(text)) === undefined, {
      error: ({ input }) => chatTextRefusal(readChatText(String(input))),
    }),
  ),
});

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

export const chatApi = defineApi(chatCalls, {
  listChat: {
    access: "public",
    errors: ["not_found"],
    summary: "The newest messages of the channel, or those before a given one, oldest first",
    query: z.object({
      before: z.optional(z.uuid().check(z.describe("Only messages before the one with this id"))),
      limit: z
        ._default(
          z.coerce.number().check(z.int(), z.minimum(1), z.maximum(CHAT_LIST_LIMIT)),
          CHAT_LIST_LIMIT,
        )
        .check(
          z.describe("How many messages to return at most; fewer means there are no older ones"),
        ),
    }),
    example: { response: [exampleMessage] },
  },
  sendChat: {
    access: "public",
    errors: ["name_taken", "not_allowed", "too_many_requests", "unavailable"],
    summary:
      "Say something in the channel; '/me waves' sends an action, '//text' says '/text', any other '/word' is refused",
    body: sendChatBody,
    example: {
      body: { username: "nightowl", message: "what a track!" },
      response: exampleMessage,
    },
  },
  clearChat: {
    access: "chat_moderation",
    summary: "Remove all messages",
    example: { response: { cleared: 12 } },
  },
  deleteChatMessage: {
    access: "chat_moderation",
    errors: ["not_found"],
    summary: "Remove one message",
    params: z.object({ id: z.uuid().check(z.describe("Id of the message")) }),
    example: { response: { deleted: true } },
  },
});
