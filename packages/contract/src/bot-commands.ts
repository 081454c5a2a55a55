import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** A bot command, for the IRC channel and the web chat. */
const botCommandSchema = z.object({
  /** Without the dot. */
  name: z.string(),
  /** The command with its arguments: '.search <words>'. */
  usage: z.string(),
  /** One sentence. */
  help: z.string(),
  /** `moderators`: chat moderators and channel operators. */
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
