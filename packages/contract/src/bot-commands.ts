import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";

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

export const botCommandsApi = defineApi({
  listBotCommands: {
    method: "GET",
    path: "/api/chat/commands",
    access: "public",
    isForAnyone: true,
    summary: "What the station's bot can be asked in the channel",
    response: z.array(botCommandSchema),
    example: {
      response: [
        {
          name: "request",
          usage: ".request <title and artist>",
          help: "Adds a track to the queue.",
          access: "everyone",
        },
      ],
    },
  },
});
