import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { prepareOnce } from "../database/statements.ts";
import { toAccount, type Account } from "./account-store.ts";
import { sessions, users } from "./account-tables.ts";

/** Who a session belongs to; `account: null` is the access code. */
interface StoredSession {
  readonly account: Account | null;
  readonly expiresAt: Date;
}

export async function insertSession(
  connection: Connection,
  session: {
    readonly tokenHash: string;
    readonly userId: string | null;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await connection.insert(sessions).values(session);
}

/** Deletes all of an account's sessions except the most recently used. @returns their token hashes */
export async function deleteOldSessions(
  connection: Connection,
  { accountId, kept }: { readonly accountId: string; readonly kept: number },
): Promise<readonly string[]> {
  const old = connection
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, accountId))
    .orderBy(desc(sessions.expiresAt), desc(sessions.createdAt), asc(sessions.tokenHash))
    .offset(kept);
  const rows = await connection
    .delete(sessions)
    .where(inArray(sessions.tokenHash, old))
    .returning({ tokenHash: sessions.tokenHash });
  return rows.map(({ tokenHash }) => tokenHash);
}

const sessionOfToken = prepareOnce((connection) =>
  connection
    .select({ session: sessions, user: users })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
      ),
    )
    .prepare("session_of_token"),
);

/** An unexpired session of an active account, or of the access code. */
export async function findSession(
  connection: Connection,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<StoredSession | null> {
  const [row] = await sessionOfToken(connection).execute({ tokenHash, now: now.toISOString() });
  if (row === undefined) return null;
  if (row.user === null) return { account: null, expiresAt: row.session.expiresAt };
  if (!row.user.isActive) return null;
  return { account: toAccount(row.user), expiresAt: row.session.expiresAt };
}

export async function extendSession(
  connection: Connection,
  { tokenHash, expiresAt }: { readonly tokenHash: string; readonly expiresAt: Date },
): Promise<void> {
  await connection.update(sessions).set({ expiresAt }).where(eq(sessions.tokenHash, tokenHash));
}

/** @returns whether there was such a session */
export async function deleteSession(connection: Connection, tokenHash: string): Promise<boolean> {
  const rows = await connection
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ tokenHash: sessions.tokenHash });
  return rows.length > 0;
}

/** @param exceptTokenHash a session that stays @returns the token hashes of the ended ones */
export async function deleteSessionsOf(
  transaction: Connection,
  {
    accountId,
    exceptTokenHash,
  }: { readonly accountId: string; readonly exceptTokenHash: string | null },
): Promise<readonly string[]> {
  const isOther = exceptTokenHash === null ? undefined : ne(sessions.tokenHash, exceptTokenHash);
  const rows = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, accountId), isOther))
    .returning({ tokenHash: sessions.tokenHash });
  return rows.map(({ tokenHash }) => tokenHash);
}

/** @returns the token hashes of the ended sessions */
export async function deleteAccessCodeSessions(connection: Connection): Promise<readonly string[]> {
  const rows = await connection
    .delete(sessions)
    .where(isNull(sessions.userId))
    .returning({ tokenHash: sessions.tokenHash });
  return rows.map(({ tokenHash }) => tokenHash);
}
