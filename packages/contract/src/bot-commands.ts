import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** What the station's bot does when it is asked in the channel, from IRC and from the web alike. */
export const botCommandSchema = z.object({
  /** Without its dot. */
  name: z.string(),
  /** As it is written, with what is to stand behind it: '.search <words>'. */
  usage: z.string(),
  /** One sentence. */
  help: z.string(),
  /** `moderators`: moderators of the chat, and operators of the channel. */
  access: z.enum(["everyone", "moderators"]),
});

export type BotCommand = z.infer<typeof botCommandSchema>;

export const botCommandsCalls = defineCalls({
  listBotCommands: {
    method: "GET",
    path: "/api/chat/commands",
    response: z.array(botCommandSchema),
  },
});
