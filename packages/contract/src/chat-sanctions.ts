import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

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
