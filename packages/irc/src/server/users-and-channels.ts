import type { Capability } from "./capabilities.ts";
import type { Outgoing, RecipientTags } from "./outgoing.ts";
import type { BucketLevel } from "./throttle-rules.ts";

/** What has been said of a client before it is registered. */
export interface Handshake {
  /** CAP LS or REQ holds registration up until CAP END. */
  isNegotiating: boolean;
  capVersion: number;
  password: string | undefined;
  /** Base64 that has come of an answer to AUTHENTICATE; undefined outside of one. */
  saslAnswer: string | undefined;
  saslFailures: number;
}

/** Where a user's messages go: a socket, or a user of this process. */
export interface UserLink {
  capabilities: ReadonlySet<Capability>;
  readonly handshake: Handshake;
  /** @param extra tags for this recipient alone */
  send(outgoing: Outgoing, extra?: RecipientTags): void;
  /** Sends what is no part of the answer to what the user has just done. */
  sendUnasked(outgoing: Outgoing): void;
  /** Ends the connection, once the user has left the server. */
  end(reason: string): void;
}

/** Someone on the server, or about to be. */
export interface User {
  /** "*" until one is chosen. */
  nick: string;
  username: string;
  readonly host: string;
  realName: string;
  /** Name of the account, as clients see it. */
  account: string | undefined;
  /** Set together with `account`: names change, this does not. */
  accountId: string | undefined;
  away: string | undefined;
  isRegistered: boolean;
  /** A server operator, who may KILL. */
  isOperator: boolean;
  /** The account whose name and password were given to OPER. */
  operatorAccountId: string | undefined;
  /** Is operator of registered channels by the account. */
  keepsChannels: boolean;
  isBot: boolean;
  isInvisible: boolean;
  readonly isVirtual: boolean;
  readonly isSecure: boolean;
  /** A password it sends can't be read on its way. */
  readonly mayLogIn: boolean;
  /** Undefined within this process. */
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
/** Bans, exceptions to them, and masks that need no invitation. */
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

/** A channel. One that is registered stays when its last member leaves. */
export interface Channel {
  readonly name: string;
  readonly createdAtMs: number;
  readonly isRegistered: boolean;
  topic: Topic | undefined;
  /** Its topic; the text is "" when it was removed. undefined: never set. */
  topicChange: Topic | undefined;
  readonly flags: Set<FlagMode>;
  key: string | undefined;
  userLimit: number | undefined;
  readonly members: Map<User, Membership>;
  readonly lists: Readonly<Record<ListMode, ListEntry[]>>;
  readonly invited: Set<User>;
}
