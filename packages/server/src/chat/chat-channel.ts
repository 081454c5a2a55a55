import type { IrcStatus } from "@neonrelay/contract";
import type { Chatter } from "../identity/visitor.ts";
import type { Restriction } from "../events/station-events.ts";

/** What the chat needs from the channel outside the browsers; IRC provides it. */
export interface ChatChannel {
  readonly status: Pick<IrcStatus, "connected" | "reason">;
  /** Everyone in the channel, including people chatting in browsers of this station. */
  readonly present: readonly PresentUser[];
  /** The bot's present name. */
  readonly botNick: string;
  /** Whether a message waits for its turn on IRC. */
  isWaiting(messageId: string): boolean;
  /** What the channel forbids a web chatter, such as by a ban on IRC; null: nothing. */
  restrictionOf(chatter: Chatter): Restriction | null;
  readonly moderation: ChannelModeration;
}

export interface PresentUser {
  readonly nick: string;
  readonly isOperator: boolean;
  readonly isWeb: boolean;
}

/** Moderation of people who use the channel with their own client. */
export interface ChannelModeration {
  /** @returns null for an unknown name, the bot, or a web chatter */
  find(name: string): ChannelGuest | null;
  /** @param words shown to them */
  kick(order: { readonly guest: ChannelGuest; readonly words: string }): Promise<ChannelOutcome>;
  /** Mutes or bans them. */
  restrict(order: {
    readonly guest: ChannelGuest;
    readonly kind: "mute" | "ban";
    /** Shown to them. */
    readonly words: string;
  }): Promise<
    | ChannelOutcome
    /** The entry is on the channel's list; new: it was not before. */
    | { readonly kind: "set"; readonly ircMask: string; readonly isNew: boolean }
  >;
  /** Removes an entry that is still on its list. @returns whether the bot could send the command */
  lift(ircMask: string): boolean;
}

/** Someone in the channel with their own client, and how the station would identify them in a browser. */
export interface ChannelGuest {
  readonly nick: string;
  /** Of the account, else one that no browser has. */
  readonly visitorKey: string;
  /** null: unknown or useless for telling people apart. */
  readonly network: string | null;
}

export type ChannelOutcome =
  | { readonly kind: "done" }
  /** The reason is for people. */
  | { readonly kind: "refused"; readonly reason: string };
