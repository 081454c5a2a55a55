import type { ApiError, ChatSanction } from "@neonrelay/contract";
import type { Restriction } from "../events/station-events.ts";
import type { Visitor } from "../identity/visitor.ts";

/** A sanction as stored in the database. */
export interface StoredSanction {
  readonly id: string;
  readonly kind: ChatSanction["kind"];
  readonly username: string;
  readonly visitorKey: string;
  readonly browserKey: string;
  readonly network: string | null;
  readonly reason: string;
  readonly by: string;
  readonly until: Date | null;
  readonly createdAt: Date;
  /** The ban mask on the station's own IRC server that it follows from; both are lifted together. */
  readonly ircMask: string | null;
}

/** A kick as stored in the database: a ban for half a minute that appears in no list. */
export type StoredKick = Omit<StoredSanction, "kind"> & { readonly kind: "kick" };

/** How long a kick keeps a user out. */
export const KICK_MS = 30_000;

export function toChatSanction(stored: StoredSanction): ChatSanction {
  const { id, kind, username, reason, by, until, createdAt } = stored;
  return {
    id,
    kind,
    username,
    reason,
    by,
    until: until === null ? null : until.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}

/**
 * Whether a sanction applies to a visitor: by account or browser. Guests of the same network count as the same person,
 * since removing the cookie makes a new guest; signed-in visitors are recognised by account.
 */
export function isAgainst(
  sanction: Pick<StoredSanction, "visitorKey" | "browserKey" | "network">,
  visitor: Visitor,
): boolean {
  const keys = [sanction.visitorKey, sanction.browserKey];
  if (keys.includes(visitor.key) || keys.includes(visitor.browserKey)) return true;
  const isGuest = visitor.key === visitor.browserKey;
  return isGuest && sanction.network !== null && sanction.network === visitor.network;
}

/** A network that tells people apart; null for this machine, where all visitors may come through one proxy. */
export function tellingNetwork(network: string): string | null {
  return network.startsWith("127.") || network === "0:0:0:0::/64" ? null : network;
}

export function isInForce({ until }: Pick<StoredSanction, "until">, nowMs: number): boolean {
  return until === null || until.getTime() > nowMs;
}

/** The error for a visitor who may not speak or join. */
export function describeRestriction({ kind, by, reason, until }: Restriction): ApiError {
  const done = { mute: "muted", ban: "banned from the channel", kick: "kicked from the channel" };
  const why = reason === "" ? "" : ` (${reason})`;
  return {
    error: `You were ${done[kind]} by ${by}${why}`,
    code: "not_allowed",
    ...(until !== null && { retryAt: until.toISOString() }),
  };
}
