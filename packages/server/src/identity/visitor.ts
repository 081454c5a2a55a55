import { createHash, createHmac } from "node:crypto";
import { type Caller, isOperator, requesterName } from "./rights-rules.ts";
import { networkOf } from "@neonrelay/process/client-address";

/** Where a call or a secret comes from. */
export interface Origin {
  readonly address: string;
  /** On this machine, and not forwarded by a local proxy. */
  readonly isLoopback: boolean;
}

/** Someone who chats from a browser, under a name that is theirs. */
export interface Chatter {
  readonly name: string;
  readonly visitor: Visitor;
}

/** What limits count: an account, or a browser that keeps its cookie. For votes and likes, see personKey. */
export interface Visitor {
  /** `user:<account id>` or `visitor:<hash of the cookie>`. */
  readonly key: string;
  /** The browser's own, signed in or not: `visitor:<hash of the cookie>`. */
  readonly browserKey: string;
  /** Of the address, see networkOf; limits are ten times higher here. */
  readonly network: string;
}

/** The person requesting a track. From IRC, the key names the nick's account or host. */
export interface Requester {
  readonly key: string;
  readonly network: string | null;
  /** Shown as `requestedBy`. */
  readonly name: string;
  /** Operators are exempt from the request rules. */
  readonly isOperator: boolean;
}

/** @param visitorId value of the visitor cookie */
export function toVisitor({
  caller,
  visitorId,
  address,
}: {
  readonly caller: Caller;
  readonly visitorId: string;
  readonly address: string;
}): Visitor {
  const browserKey = `visitor:${createHash("sha256").update(visitorId).digest("hex")}`;
  const key = caller.kind === "user" ? `user:${caller.accountId}` : browserKey;
  return { key, browserKey, network: networkOf(address) };
}

/**
 * One person, as far as votes and likes can tell: the account, else the network. Visitors can forge their cookie, so it
 * can't identify them here.
 * @param network see networkOf; on an external IRC network, the host
 * @param secret keys the hash of the network: the key is stored and reveals no address
 */
export function personKey({
  accountId,
  network,
  secret,
}: {
  /** null: not signed in. */
  readonly accountId: string | null;
  readonly network: string;
  readonly secret: string;
}): string {
  if (accountId !== null) return `user:${accountId}`;
  return `network:${createHmac("sha256", secret).update(network).digest("hex")}`;
}

/** The account someone is signed in to; null for guests and the access code. */
export function accountIdOf(caller: Caller | null): string | null {
  return caller?.kind === "user" ? caller.accountId : null;
}

export function toRequester(caller: Caller, visitor: Visitor): Requester {
  return { ...visitor, name: requesterName(caller), isOperator: isOperator(caller) };
}
