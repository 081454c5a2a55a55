import type { Handshake, User, UserLink } from "./users-and-channels.ts";
import { matchesMask } from "../protocol/names.ts";
import type { Source } from "../protocol/message.ts";
import type { Identity } from "./server-options.ts";
import { serverCasemapping } from "./isupport-tokens.ts";

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

/** The source of a user's messages. */
export function sourceOf(user: User): Source {
  return { name: user.nick, user: user.username, host: user.host };
}

/** A user as only the server's owner sees them. */
export function identify({ nick, username, host, accountId, address }: User): Identity {
  return { nick, username, host, accountId, address };
}

/** Whether a ban mask covers a user: nick!user@host, or an account as `~a:account`. */
export function isCoveredBy(mask: string, user: User): boolean {
  if (mask.startsWith("~a:"))
    return (
      user.account !== undefined && matchesMask(mask.slice(3), user.account, serverCasemapping)
    );
  return matchesMask(mask, `${user.nick}!${user.username}@${user.host}`, serverCasemapping);
}
