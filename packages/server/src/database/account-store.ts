import { roles, type Role } from "@neonrelay/contract";
import { and, eq, gt, or, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "./database.ts";
import { sessions, users } from "./schema.ts";

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly isActive: boolean;
}

/** Who a session belongs to; `account: null` is the access code. */
export interface StoredSession {
  readonly account: Account | null;
  readonly expiresAt: Date;
}

const roleSchema = z.enum(roles);

/** @param name user name or e-mail, in any case */
export async function findAccount(connection: Connection, name: string): Promise<Account | null> {
  const [row] = await connection
    .select()
    .from(users)
    .where(
      or(
        sql`lower(${users.username}) = lower(${name})`,
        sql`lower(${users.email}) = lower(${name})`,
      ),
    );
  return row === undefined ? null : toAccount(row);
}

export async function insertAccount(
  connection: Connection,
  account: {
    readonly id: string;
    readonly username: string;
    readonly role: Role;
    readonly passwordHash: string;
  },
): Promise<void> {
  await connection.insert(users).values(account);
}

/** Also ends every session of the account. @returns false when there is no such account */
export async function savePasswordHash(
  transaction: Connection,
  { username, passwordHash }: { readonly username: string; readonly passwordHash: string },
): Promise<boolean> {
  const rows = await transaction
    .update(users)
    .set({ passwordHash })
    .where(sql`lower(${users.username}) = lower(${username})`)
    .returning({ id: users.id });
  for (const { id } of rows) await transaction.delete(sessions).where(eq(sessions.userId, id));
  return rows.length > 0;
}

export async function listAccounts(connection: Connection): Promise<readonly Account[]> {
  return (await connection.select().from(users).orderBy(users.username)).map(toAccount);
}

export async function noteLogin(connection: Connection, accountId: string): Promise<void> {
  await connection
    .update(users)
    .set({ lastLogin: sql`now()` })
    .where(eq(users.id, accountId));
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

/** An unexpired session of an active account, or of the access code. */
export async function findSession(
  connection: Connection,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<StoredSession | null> {
  const [row] = await connection
    .select({ session: sessions, user: users })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
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

export async function deleteAccessCodeSessions(connection: Connection): Promise<void> {
  await connection.delete(sessions).where(sql`${sessions.userId} is null`);
}

function toAccount(row: typeof users.$inferSelect): Account {
  return { ...row, role: roleSchema.parse(row.role) };
}
