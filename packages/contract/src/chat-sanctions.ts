import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { lineSchema } from "./texts.ts";

/** Who is muted may stay in the channel and listen; who is banned may not come in. */
export const sanctionKinds = ["mute", "ban"] as const;

export const chatSanctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(sanctionKinds),
  /** The name it was imposed on; it holds for the person, whatever the name. */
  username: z.string(),
  reason: z.string(),
  /** Who imposed it: an account, 'access code', or a nick on IRC. */
  by: z.string(),
  /** null: until it is lifted. */
  until: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type ChatSanction = z.infer<typeof chatSanctionSchema>;

const reasonSchema = lineSchema({ shortest: 0, longest: 200 });
/** A name in chat, or a nick on IRC. */
const personSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(64),
    z.regex(/^[^\s!@*?,:\p{Cc}]+$/u, "This is no name of the chat"),
  );
const nobody =
  "Nobody in the channel has that name, nor has anybody chatted from the web under it in the last hour";
const notOnIrc = "409: somebody is on IRC, where the bot may not, or the network can't, do it";

const exampleSanction: ChatSanction = {
  id: "5a1b7c2d-9e3f-4a60-8b71-6c5d4e3f2a10",
  kind: "mute",
  username: "nightowl",
  reason: "advertising",
  by: "maria",
  until: "2030-01-31T21:15:00.000Z",
  createdAt: "2030-01-31T20:15:00.000Z",
};

/** Against people in the channel, from the web and on IRC, where the bot does it. */
export const chatSanctionsApi = defineApi({
  kickChatter: {
    method: "POST",
    path: "/api/chat/kick",
    access: "chat_moderation",
    errors: ["not_found", "conflict"],
    summary: `Remove somebody from the channel; they may come back after a while. 404: ${nobody}. ${notOnIrc}`,
    body: z.object({ username: personSchema, reason: z._default(reasonSchema, "") }),
    response: z.object({ kicked: z.literal(true) }),
    example: { body: { username: "nightowl", reason: "" }, response: { kicked: true } },
  },
  listSanctions: {
    method: "GET",
    path: "/api/chat/sanctions",
    access: "chat_moderation",
    summary: "Mutes and bans in force, newest first",
    response: z.array(chatSanctionSchema),
    example: { response: [exampleSanction] },
  },
  addSanction: {
    method: "POST",
    path: "/api/chat/sanctions",
    access: "chat_moderation",
    errors: ["not_found", "conflict"],
    summary: `Mute or ban somebody, for minutes or until it is lifted. 404: ${nobody}. ${notOnIrc}, or it is so already`,
    body: z.object({
      kind: z.enum(sanctionKinds),
      username: personSchema,
      reason: z._default(reasonSchema, ""),
      /** null: until it is lifted. */
      minutes: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(525_600))), null),
    }),
    response: chatSanctionSchema,
    example: {
      body: { kind: "mute", username: "nightowl", reason: "advertising", minutes: 60 },
      response: exampleSanction,
    },
  },
  removeSanction: {
    method: "DELETE",
    path: "/api/chat/sanctions/:id",
    access: "chat_moderation",
    errors: ["not_found"],
    summary: "Lift a mute or a ban",
    params: z.object({ id: z.uuid().check(z.describe("Id of the sanction")) }),
    response: z.object({ removed: z.literal(true) }),
    example: { response: { removed: true } },
  },
});
