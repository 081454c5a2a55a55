import { createHash } from "node:crypto";
import { isOperator, requesterName, type Caller } from "./rights-rules.ts";
import { networkOf } from "@neonrelay/process/network-of";

/** One person as far as limits and likes can tell: an account, or a browser that keeps its cookie. */
export interface Visitor {
  /** `user:<account id>` or `visitor:<hash of the cookie>`. */
  readonly key: string;
  /** The browser's own, whoever is signed in: `visitor:<hash of the cookie>`. */
  readonly browserKey: string;
  /** Of the address, see networkOf; limits are ten times wider here. */
  readonly network: string;
}

/** Who asks for a track. From IRC the key names the nick's account or host, and there is no network. */
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

export function toRequester(caller: Caller, visitor: Visitor): Requester {
  return { ...visitor, name: requesterName(caller), isOperator: isOperator(caller) };
}
