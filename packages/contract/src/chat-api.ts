import * as z from "zod/mini";
import { chatTextRefusal, readChatText } from "./chat-texts.ts";
import {
  CHAT_LIST_LIMIT,
  CHAT_MESSAGE_LIMIT,
  CHAT_NAME_LENGTHS,
  chatCalls,
  type ChatMessage,
  type ChatSanction,
  chatSanctionsCalls,
  sanctionKinds,
} from "./chat.ts";
import { defineApi } from "./endpoint.ts";
import { lineSchema } from "./texts.ts";

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

const reasonSchema = lineSchema({ shortest: 0, longest: 200 });

/** A chat name or IRC nick. */
const personSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(64),
    z.regex(/^[^\s!@*?,:\p{Cc}]+$/u, "This is not a chat name"),
  );

const noOne =
  "No one in the channel has that name, and no one has used it in the web chat in the last hour";

const notOnIrc =
  "409: the user is on IRC, and the bot lacks the right or the network lacks the command";

const exampleSanction: ChatSanction = {
  id: "5a1b7c2d-9e3f-4a60-8b71-6c5d4e3f2a10",
  kind: "mute",
  username: "nightowl",
  reason: "advertising",
  by: "maria",
  until: "2030-01-31T21:15:00.000Z",
  createdAt: "2030-01-31T20:15:00.000Z",
};

export const chatSanctionsApi = defineApi(chatSanctionsCalls, {
  kickChatter: {
    access: "chat_moderation",
    errors: ["not_found", "conflict"],
    summary: `Remove a user from the channel; they can come back after a while. 404: ${noOne}. ${notOnIrc}`,
    body: z.object({ username: personSchema, reason: z._default(reasonSchema, "") }),
    example: { body: { username: "nightowl", reason: "" }, response: { kicked: true } },
  },
  listSanctions: {
    access: "chat_moderation",
    summary: "Mutes and bans in force, newest first; X-Total-Count has their number",
    query: z.object({
      limit: z
        ._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100)
        .check(z.describe("How many to return at most")),
      after: z.optional(z.uuid().check(z.describe("Id of the last one on the previous page"))),
    }),
    example: { response: [exampleSanction] },
  },
  addSanction: {
    access: "chat_moderation",
    errors: ["not_found", "conflict"],
    summary: `Mute or ban a user, for some minutes or until lifted. 404: ${noOne}. ${notOnIrc}, or the mute or ban is already in force`,
    body: z.object({
      kind: z.enum(sanctionKinds),
      username: personSchema,
      reason: z._default(reasonSchema, ""),
      /** null: until lifted. */
      minutes: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(525_600))), null),
    }),
    example: {
      body: { kind: "mute", username: "nightowl", reason: "advertising", minutes: 60 },
      response: exampleSanction,
    },
  },
  removeSanction: {
    access: "chat_moderation",
    errors: ["not_found"],
    summary: "Lift a mute or a ban",
    params: z.object({ id: z.uuid().check(z.describe("Id of the sanction")) }),
    example: { response: { removed: true } },
  },
});
