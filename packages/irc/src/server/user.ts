import { matchesMask } from "../protocol/mask.ts";
import type { Source } from "../protocol/message.ts";
import type { Capability } from "./capabilities.ts";
import type { Channel } from "./channel.ts";
import type { Outgoing, RecipientTags } from "./outgoing.ts";
import type { Identity } from "./server-options.ts";
import { serverCasemapping } from "./server-casemapping.ts";
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

/** Where what a user is told goes: a socket, or a user of this process. */
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

/** Somebody on the server, or about to be. */
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

export function createUser(options: {
  readonly host: string;
  readonly isVirtual: boolean;
  readonly isSecure: boolean;
  readonly mayLogIn: boolean;
  readonly address: string | undefined;
  readonly link: UserLink;
  readonly nowMs: number;
}): User {
  const { nowMs, ...given } = options;
  return {
    ...given,
    nick: "*",
    username: "",
    realName: "",
    account: undefined,
    accountId: undefined,
    away: undefined,
    isRegistered: false,
    isOperator: false,
    operatorAccountId: undefined,
    keepsChannels: false,
    isBot: false,
    isInvisible: false,
    channels: new Set(),
    monitored: new Set(),
    throttles: new Map(),
    signedOnMs: nowMs,
    lastSpokeMs: nowMs,
  };
}

export function createHandshake(): Handshake {
  return {
    isNegotiating: false,
    capVersion: 0,
    password: undefined,
    saslAnswer: undefined,
    saslFailures: 0,
  };
}

/** Who its messages are from. */
export function sourceOf(user: User): Source {
  return { name: user.nick, user: user.username, host: user.host };
}

/** Somebody as only the owner of the server sees them. */
export function identify({ nick, username, host, accountId, address }: User): Identity {
  return { nick, username, host, accountId, address };
}

/** Whether a mask of a ban covers a user: nick!user@host, or an account as `~a:account`. */
export function isCoveredBy(mask: string, user: User): boolean {
  if (mask.startsWith("~a:"))
    return (
      user.account !== undefined && matchesMask(mask.slice(3), user.account, serverCasemapping)
    );
  return matchesMask(mask, `${user.nick}!${user.username}@${user.host}`, serverCasemapping);
}
