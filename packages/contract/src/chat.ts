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

export const chatMessageSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  isBot: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

const exampleMessage = {
  id: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
  username: "nightowl",
  message: "what a track!",
  timestamp: "2030-01-31T20:15:00.000Z",
  isBot: false,
};

export const chatApi = defineApi({
  listChat: {
    method: "GET",
    path: "/api/chat",
    access: "public",
    summary: "The newest messages of the channel, oldest first",
    response: z.array(chatMessageSchema),
    example: { response: [exampleMessage] },
  },
  sendChat: {
    method: "POST",
    path: "/api/chat/send",
    access: "public",
    errors: ["name_taken", "too_many_requests"],
    summary: "Say something in the channel",
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
