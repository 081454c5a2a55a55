import { type Irc, noModeration } from "./irc.ts";

/** A quiet channel with only the bot and web chatters. */
export const quietChannel: Irc = {
  status: {
    connected: true,
    server: "irc.example.org",
    channels: ["#neonrelay"],
    userCount: 1,
    lastActivity: null,
    reason: null,
  },
  users: { users: [], total: 0 },
  statusLines: [],
  present: [],
  fixedChannel: null,
  botNick: "StreamBot",
  isWaiting: () => false,
  restrictionOf: () => null,
  moderation: noModeration,
  restart: () => true,
};
