import type { ChatStatus, IrcStatus, IrcUsers } from "@neonrelay/contract";
import type { Chatter } from "../chat/chat-names.ts";
import type { Restriction } from "../chat/sanction-rules.ts";

/** The station's channel on IRC as the rest of the server sees it. */
export interface Irc {
  readonly status: IrcStatus;
  readonly users: IrcUsers;
  /** The newest of what happened in the channel, oldest first. */
  readonly statusLines: readonly ChatStatus[];
  /** Everybody in the channel, those who chat from browsers of this station among them. */
  readonly present: readonly PresentUser[];
  /** The channel when the environment fixes it; null: the settings say. */
  readonly fixedChannel: string | null;
  /** What the bot is called now. */
  readonly botNick: string;
  /** What the channel itself keeps somebody from who chats from the web, such as a ban on IRC; null: nothing. */
  restrictionOf(chatter: Chatter): Restriction | null;
  readonly moderation: IrcModeration;
  /** Connects anew. @returns false when IRC is turned off */
  restart(): boolean;
}

/** What moderators do to people who are in the channel with a program of their own, by the means of IRC. */
export interface IrcModeration {
  /** @returns null: nobody by that name, or the bot, or somebody who chats from the web */
  find(name: string): ChannelGuest | null;
  /** @param words they are told */
  kick(order: { readonly guest: ChannelGuest; readonly words: string }): Promise<IrcOutcome>;
  /** Silences them, or keeps them out. @param words they are told */
  restrict(order: {
    readonly guest: ChannelGuest;
    readonly kind: "mute" | "ban";
    readonly words: string;
  }): Promise<IrcOutcome | { readonly kind: "set"; readonly ircMask: string }>;
}

/** Somebody in the channel with a program of their own, and how the station would know them in a browser. */
export interface ChannelGuest {
  readonly nick: string;
  /** Of the account, or one that no browser has. */
  readonly visitorKey: string;
  /** null: not known, or not telling. */
  readonly network: string | null;
}

export type IrcOutcome =
  | { readonly kind: "done" }
  /** In words. */
  | { readonly kind: "refused"; readonly reason: string };

/** Where nobody is. */
export const noModeration: IrcModeration = {
  find: () => null,
  kick: () => Promise.resolve(notThere),
  restrict: () => Promise.resolve(notThere),
};
const notThere = { kind: "refused", reason: "the channel is not on IRC" } as const;

export interface PresentUser {
  readonly nick: string;
  readonly isOperator: boolean;
  readonly isWeb: boolean;
}
