import type { ChatStatus, IrcStatus, IrcUsers } from "@neonrelay/contract";
import type { ChannelModeration, ChatChannel } from "../chat/chat-channel.ts";

/** The station's channel on IRC as the rest of the server sees it. */
export interface Irc extends ChatChannel {
  readonly status: IrcStatus;
  readonly users: IrcUsers;
  /** Recent channel events, oldest first. */
  readonly statusLines: readonly ChatStatus[];
  /** The channel if the environment sets it; null: the settings decide. */
  readonly fixedChannel: string | null;
  /** Reconnects. @returns false when IRC is turned off */
  restart(): boolean;
}

/** An empty channel. */
export const noModeration: ChannelModeration = {
  find: () => null,
  kick: () => Promise.resolve(notThere),
  restrict: () => Promise.resolve(notThere),
  lift: () => false,
};
const notThere = { kind: "refused", reason: "the channel is not on IRC" } as const;

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
