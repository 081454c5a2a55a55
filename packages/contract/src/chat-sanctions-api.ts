import * as z from "zod/mini";
import { chatSanctionsCalls, sanctionKinds } from "./chat-sanctions.ts";
import type { ChatSanction } from "./chat-sanctions.ts";
import { defineApi } from "./endpoint.ts";
import { lineSchema } from "./texts.ts";

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
