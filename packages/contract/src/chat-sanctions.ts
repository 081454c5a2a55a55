import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

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

/** Against people in the channel, from the web and on IRC, where the bot does it. */
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
