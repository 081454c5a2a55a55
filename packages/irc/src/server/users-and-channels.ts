import type { Capability } from "./capabilities.ts";
import type { Outgoing, RecipientTags } from "./outgoing.ts";
import type { BucketLevel } from "./throttle-rules.ts";

/** A client's state before it is registered. */
export interface Handshake {
  /** CAP LS or REQ delays registration until CAP END. */
  isNegotiating: boolean;
  capVersion: number;
  password: string | undefined;
  /** Base64 received so far in answer to AUTHENTICATE; undefined outside an exchange. */
  saslAnswer: string | undefined;
  saslFailures: number;
}

/** Destination of a user's messages: a socket, or a user of this process. */
export interface UserLink {
  capabilities: ReadonlySet<Capability>;
  readonly handshake: Handshake;
  /** @param extra tags for this recipient only */
  send(outgoing: Outgoing, extra?: RecipientTags): void;
  /** Sends something that is not part of the answer to the user's own command. */
  sendUnasked(outgoing: Outgoing): void;
  /** Ends the connection after the user has left the server. */
  end(reason: string): void;
}

/** A user on the server, or about to be. */
export interface User {
  /** "*" until one is chosen. */
  nick: string;
  username: string;
  readonly host: string;
  realName: string;
  /** Name of the account, as clients see it. */
  account: string | undefined;
  /** Set together with `account`: the name may change, this does not. */
  accountId: string | undefined;
  away: string | undefined;
  isRegistered: boolean;
  /** A server operator, who may KILL. */
  isOperator: boolean;
  /** The account used for OPER. */
  operatorAccountId: string | undefined;
  /** Operator of registered channels through the account. */
  keepsChannels: boolean;
  isBot: boolean;
  isInvisible: boolean;
  readonly isVirtual: boolean;
  readonly isSecure: boolean;
  /** A password it sends can't be read in transit. */
  readonly mayLogIn: boolean;
  /** undefined within this process. */
  readonly address: string | undefined;
  readonly link: UserLink;
  readonly channels: Set<Channel>;
  readonly monitored: Set<string>;
  readonly throttles: Map<"nickChanges" | "joins" | "invites", BucketLevel>;
  readonly signedOnMs: number;
  lastSpokeMs: number;
}

export const flagModes = ["i", "m", "n", "s", "t", "C"] as const;
export type FlagMode = (typeof flagModes)[number];
/** Bans, ban exceptions and invite exceptions. */
export const listModes = ["b", "e", "I"] as const;
export type ListMode = (typeof listModes)[number];

export interface Membership {
  isOperator: boolean;
  isVoiced: boolean;
}

export interface Topic {
  readonly text: string;
  /** A nick, or the server's name. */
  readonly setBy: string;
  readonly setAtMs: number;
}

export interface ListEntry {
  readonly mask: string;
  readonly setBy: string;
  readonly setAtMs: number;
}

/** A channel. A registered one stays when its last member leaves. */
export interface Channel {
  readonly name: string;
  readonly createdAtMs: number;
  readonly isRegistered: boolean;
  topic: Topic | undefined;
  /** The topic; the text is "" once removed. undefined: never set. */
  topicChange: Topic | undefined;
  readonly flags: Set<FlagMode>;
  key: string | undefined;
  userLimit: number | undefined;
  readonly members: Map<User, Membership>;
  readonly lists: Readonly<Record<ListMode, ListEntry[]>>;
  readonly invited: Set<User>;
}
