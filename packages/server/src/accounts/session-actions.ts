import type { Database } from "../database/database.ts";
import { areWritesHeld } from "../database/database-failures.ts";
import { type Account } from "./account-store.ts";
import {
  deleteOldSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
} from "./session-store.ts";
import type { StationEvents } from "../events/station-events.ts";
import { SESSION_MS, type Caller } from "../identity/rights-rules.ts";
import { generateToken, hashToken } from "./secrets.ts";

const DAY_MS = 24 * 60 * 60_000;
/** An account in more browsers than this is signed out where it was used longest ago. */
const MAX_SESSIONS = 50;

/** @param account null for the access code @returns the value of the session cookie */
export async function openSession(
  { connection }: Pick<Database, "connection">,
  account: Pick<Account, "id"> | null,
): Promise<string> {
  const token = generateToken();
  await insertSession(connection, {
    tokenHash: hashToken(token),
    userId: account?.id ?? null,
    expiresAt: new Date(Date.now() + SESSION_MS),
  });
  return token;
}

/** Ends an account's surplus sessions and closes their sockets. */
export async function endOldSessions(
  { database, events }: { readonly database: Database; readonly events: StationEvents },
  accountId: string,
): Promise<void> {
  const tokenHashes = await deleteOldSessions(database.connection, {
    accountId,
    kept: MAX_SESSIONS,
  });
  if (tokenHashes.length > 0) events.publish({ type: "sessions.ended", tokenHashes });
}

/** The caller with this cookie; a guest if it is absent, unknown or expired. Extends the session. */
export async function findCaller(
  database: Database,
  token: string | undefined,
): Promise<{ readonly caller: Caller; readonly isExtended: boolean }> {
  if (token === undefined || token === "") return { caller: { kind: "guest" }, isExtended: false };
  const tokenHash = hashToken(token);
  const now = new Date();
  const session = await findSession(database.connection, { tokenHash, now });
  if (session === null) return { caller: { kind: "guest" }, isExtended: false };
  // Extending it once a day is enough, and avoids a write with every call.
  const isDue = session.expiresAt.getTime() - now.getTime() < SESSION_MS - DAY_MS;
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const isExtended = isDue && (await slide(database, { tokenHash, expiresAt }));
  return { caller: toCaller(session.account), isExtended };
}

/** @returns false while writes are held: a later call extends it */
async function slide(
  { connection }: Database,
  session: Parameters<typeof extendSession>[1],
): Promise<boolean> {
  try {
    await extendSession(connection, session);
    return true;
  } catch (error) {
    if (areWritesHeld(error)) return false;
    throw error;
  }
}

/** Also closes its sockets. @returns whether there was a session to end */
export async function endSession(
  {
    database,
    events,
    sessions,
  }: {
    readonly database: Database;
    readonly events: StationEvents;
    readonly sessions: { readonly forget: (token: string) => void };
  },
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false;
  sessions.forget(token);
  const tokenHash = hashToken(token);
  const isEnded = await deleteSession(database.connection, tokenHash);
  if (isEnded) events.publish({ type: "sessions.ended", tokenHashes: [tokenHash] });
  return isEnded;
}

/**
 * Replaces the asking session, so that a copy of its cookie is worthless. Also closes its sockets: the browser
 * reconnects with the new one.
 * @returns the value of the session cookie
 */
export async function renewSession(
  parts: Parameters<typeof endSession>[0],
  {
    accountId,
    token,
  }: {
    readonly accountId: string;
    /** Of the asking session. */
    readonly token: string | undefined;
  },
): Promise<string> {
  const renewed = await openSession(parts.database, { id: accountId });
  await endSession(parts, token);
  return renewed;
}

export function toCaller(account: Account | null): Caller {
  if (account === null) return { kind: "access-code" };
  const { id, username, name, email, role, ircAccount, lastLogin } = account;
  return { kind: "user", accountId: id, username, name, email, role, ircAccount, lastLogin };
}
