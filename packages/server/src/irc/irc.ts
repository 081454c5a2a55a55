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
  /** Connects anew. @returns false when IRC is turned off */
  restart(): boolean;
}

export interface PresentUser {
  readonly nick: string;
  readonly isOperator: boolean;
  readonly isWeb: boolean;
}
