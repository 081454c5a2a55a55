import { type Irc, noModeration } from "./irc.ts";

/** A station without IRC. */
export const ircOff: Irc = {
  status: {
    connected: false,
    server: "",
    channels: [],
    userCount: 0,
    lastActivity: null,
    reason: "IRC is turned off on this station",
  },
  users: { users: [], total: 0 },
  statusLines: [],
  present: [],
  fixedChannel: null,
  botNick: "",
  isWaiting: () => false,
  restrictionOf: () => null,
  moderation: noModeration,
  restart: () => false,
};
