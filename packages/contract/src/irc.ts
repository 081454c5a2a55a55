import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

export const ircStatusSchema = z.object({
  connected: z.boolean(),
  server: z.string(),
  channels: z.array(z.string()),
  /** Users in the channel, including the bot; 0 while disconnected. */
  userCount: z.int(),
  /** The channel's last message or event; null: none since the server started. */
  lastActivity: z.nullable(z.iso.datetime()),
  /** Why the bot is not connected, in words; null while it is. */
  reason: z.nullable(z.string()),
});

export type IrcStatus = z.infer<typeof ircStatusSchema>;

/** Maximum number of users listed; the rest are only counted. */
export const IRC_USERS_LIMIT = 500;

/** The users in the channel: operators first, then by nick. */
export const ircUsersSchema = z.object({
  users: z.array(
    z.object({
      nick: z.string(),
      /** The name in this station's web chat, as shown on messages; only where it differs from the nick. */
      chatName: z.optional(z.string()),
      /** The sign of the highest rank in the channel, such as "@" or "+"; "" for none. */
      prefix: z.string(),
      /** Uses this station's web chat. */
      isWeb: z.boolean(),
      isBot: z.boolean(),
      isAway: z.boolean(),
    }),
  ),
  total: z.int(),
});

export type IrcUsers = z.infer<typeof ircUsersSchema>;

export const ircCalls = defineCalls({
  getIrcStatus: {
    method: "GET",
    path: "/api/irc/status",
    response: ircStatusSchema,
  },
});

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
