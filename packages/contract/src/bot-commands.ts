import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** A command of the station's bot, for the channel on IRC and for the chat on the web. */
const botCommandSchema = z.object({
  /** Without its dot. */
  name: z.string(),
  /** The command with its arguments: '.search <words>'. */
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
