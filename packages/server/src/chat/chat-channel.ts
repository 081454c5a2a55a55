import type { IrcStatus } from "@neonrelay/contract";
import type { Chatter } from "../identity/chatter.ts";
import type { Restriction } from "../events/restriction.ts";

/** What the chat needs of the channel beyond the browsers; IRC provides it. */
export interface ChatChannel {
  readonly status: Pick<IrcStatus, "connected" | "reason">;
  /** Everyone in the channel, those who chat from browsers of this station among them. */
  readonly present: readonly PresentUser[];
  /** What the bot is called now. */
  readonly botNick: string;
  /** A message that waits for its turn on IRC. */
  isWaiting(messageId: string): boolean;
  /** What the channel keeps a web chatter from doing, such as a ban on IRC; null: nothing. */
  restrictionOf(chatter: Chatter): Restriction | null;
  readonly moderation: ChannelModeration;
}

export interface PresentUser {
  readonly nick: string;
  readonly isOperator: boolean;
  readonly isWeb: boolean;
}

/** What moderators do to people who are in the channel with a program of their own. */
export interface ChannelModeration {
  /** @returns null for an unknown name, the bot, or a web chatter */
  find(name: string): ChannelGuest | null;
  /** @param words the text shown to them */
  kick(order: { readonly guest: ChannelGuest; readonly words: string }): Promise<ChannelOutcome>;
  /** Silences them, or keeps them out. */
  restrict(order: {
    readonly guest: ChannelGuest;
    readonly kind: "mute" | "ban";
    /** The text shown to them. */
    readonly words: string;
  }): Promise<
    | ChannelOutcome
    /** The entry is on the channel's list; new: it was not before. */
    | { readonly kind: "set"; readonly ircMask: string; readonly isNew: boolean }
  >;
  /** Takes an entry off its list, if it is still on. @returns whether the bot could say so */
  lift(ircMask: string): boolean;
}

/** Someone in the channel with a program of their own, and how the station would know them in a browser. */
export interface ChannelGuest {
  readonly nick: string;
  /** Of the account, or one that no browser has. */
  readonly visitorKey: string;
  /** null: not known, or not telling. */
  readonly network: string | null;
}

export type ChannelOutcome =
  | { readonly kind: "done" }
  /** In words. */
  | { readonly kind: "refused"; readonly reason: string };
