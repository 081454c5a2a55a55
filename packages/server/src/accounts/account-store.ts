import { roles, type Role } from "@neonrelay/contract";
import { and, count, eq, gt, ilike, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { toRowPage, type RowPage } from "../database/statements.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import { users } from "./account-tables.ts";

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: Role;
  /** null: can't sign in until a password is set. */
  readonly passwordHash: string | null;
  readonly isActive: boolean;
  /** null: no invitation is open. */
  readonly invitationExpiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastLogin: Date | null;
  /** On the services of an external IRC network. */
  readonly ircAccount: string | null;
}

/** The fields of an account that can change. */
export type AccountChange = Partial<
  Pick<Account, "username" | "name" | "email" | "role" | "passwordHash" | "isActive" | "ircAccount">
>;

const roleSchema = z.enum(roles);

/**
 * Makes account changes wait for one another until the transaction ends, so that names stay unique across user names
 * and emails, and two changes at once can't remove the last two super admins.
 */
export async function lockAccounts(transaction: Connection): Promise<void> {
  await lockUntilEnd(transaction, "accounts");
}

/** @param name user name or email, in any case */
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

/** @param ircAccount on the services of an external IRC network, in any case */
export async function findAccountByIrcAccount(
  connection: Connection,
  ircAccount: string,
): Promise<Account | null> {
  const [row] = await connection
    .select()
    .from(users)
    .where(sql`lower(${users.ircAccount}) = lower(${ircAccount})`);
  return row === undefined ? null : toAccount(row);
}

export async function findAccountById(
  connection: Connection,
  accountId: string,
): Promise<Account | null> {
  const [row] = await connection.select().from(users).where(eq(users.id, accountId));
  return row === undefined ? null : toAccount(row);
}

/** Blocks sign-ins and changes of this account until the transaction ends. */
export async function findAccountToChange(
  transaction: Connection,
  accountId: string,
): Promise<Account | null> {
  const [row] = await transaction.select().from(users).where(eq(users.id, accountId)).for("update");
  return row === undefined ? null : toAccount(row);
}

/** Number of active super admins with a password, without this account. */
export async function countOtherSuperAdmins(
  connection: Connection,
  accountId: string,
): Promise<number> {
  return await connection.$count(
    users,
    and(
      eq(users.role, "super_admin" satisfies Role),
      eq(users.isActive, true),
      isNotNull(users.passwordHash),
      ne(users.id, accountId),
    ),
  );
}

export async function countAccounts(connection: Connection): Promise<number> {
  return await connection.$count(users);
}

export async function insertAccount(
  connection: Connection,
  account: Pick<Account, "id" | "username" | "role" | "passwordHash"> &
    Partial<Pick<Account, "name" | "email">>,
): Promise<Account> {
  const [row] = await connection.insert(users).values(account).returning();
  if (row === undefined) throw new Error("the database did not return the inserted account");
  return toAccount(row);
}

/**
 * Ends an invitation with the password, role or account that it was made for.
 * @returns the account as it is now; it must exist
 */
export async function saveAccount(
  transaction: Connection,
  { accountId, change }: { readonly accountId: string; readonly change: AccountChange },
): Promise<Account> {
  const { passwordHash, role, isActive } = change;
  const isAnother = or(
    passwordHash === undefined ? undefined : sql`true`,
    role === undefined ? undefined : ne(users.role, role),
    isActive === false ? sql`true` : undefined,
  );
  const noLonger = isAnother && {
    invitationHash: sql`case when ${isAnother} then null else ${users.invitationHash} end`,
    invitationExpiresAt: sql`case when ${isAnother} then null else ${users.invitationExpiresAt} end`,
  };
  const [row] = await transaction
    .update(users)
    .set({ id: accountId, ...change, ...noLonger })
    .where(eq(users.id, accountId))
    .returning();
  if (row === undefined) throw new Error("the account to change is gone");
  return toAccount(row);
}

/** @param invitation null: ends the open one */
export async function saveInvitation(
  transaction: Connection,
  {
    accountId,
    invitation,
  }: {
    readonly accountId: string;
    readonly invitation: { readonly tokenHash: string; readonly expiresAt: Date } | null;
  },
): Promise<void> {
  await transaction
    .update(users)
    .set({
      invitationHash: invitation?.tokenHash ?? null,
      invitationExpiresAt: invitation?.expiresAt ?? null,
    })
    .where(eq(users.id, accountId));
}

/** The active account with this open invitation; null: it is unknown, used, withdrawn or too old. */
export async function findInvited(
  connection: Connection,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<Account | null> {
  const [row] = await connection
    .select()
    .from(users)
    .where(
      and(
        eq(users.invitationHash, tokenHash),
        eq(users.isActive, true),
        gt(users.invitationExpiresAt, now),
      ),
    );
  return row === undefined ? null : toAccount(row);
}

export async function deleteAccount(transaction: Connection, accountId: string): Promise<void> {
  await transaction.delete(users).where(eq(users.id, accountId));
}

/** By user name. */
export async function listAccounts(connection: Connection): Promise<readonly Account[]> {
  const rows = await connection
    .select()
    .from(users)
    .orderBy(sql`lower(${users.username})`);
  return rows.map(toAccount);
}

/**
 * The only accounts that chat names are compared with: those of operators, the asker's own, and those with one of these
 * user names.
 * @param usernames in any case
 * @param accountId of the asker; null: no account
 */
export async function listAccountsNamed(
  connection: Connection,
  {
    usernames,
    accountId,
  }: { readonly usernames: readonly string[]; readonly accountId: string | null },
): Promise<readonly Pick<Account, "id" | "username" | "name" | "role">[]> {
  const { id, username, name, role } = users;
  const folded = usernames.map((each) => each.toLowerCase());
  const isMeant = or(
    ne(role, "listener"),
    inArray(sql`lower(${username})`, folded),
    accountId === null ? undefined : eq(id, accountId),
  );
  const rows = await connection.select({ id, username, name, role }).from(users).where(isMeant);
  return rows.map((row) => ({ ...row, role: roleSchema.parse(row.role) }));
}

/** User names and display names of operators. */
export async function listOperatorNames(connection: Connection): Promise<readonly string[]> {
  const { username, name, role } = users;
  const rows = await connection.select({ username, name }).from(users).where(ne(role, "listener"));
  return rows.flatMap(namesOf);
}

/** User names and display names of all other accounts. */
export async function listNamesOfOthers(
  connection: Connection,
  accountId: string,
): Promise<readonly string[]> {
  const { id, username, name } = users;
  const rows = await connection.select({ username, name }).from(users).where(ne(id, accountId));
  return rows.flatMap(namesOf);
}

function namesOf({ username, name }: Pick<Account, "username" | "name">): readonly string[] {
  return name === null ? [username] : [username, name];
}

/**
 * Accounts by username.
 * @param afterId the last one of the previous page; null: from the start
 * @param part of a username, name or email, in any case; "" matches all
 */
export async function listAccountPage(
  connection: Connection,
  {
    afterId,
    limit,
    part,
  }: { readonly afterId: string | null; readonly limit: number; readonly part: string },
): Promise<RowPage<Account>> {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const matching =
    part === ""
      ? undefined
      : or(ilike(users.username, pattern), ilike(users.name, pattern), ilike(users.email, pattern));
  // Nothing comes after an account that is gone.
  const isBehind =
    afterId === null
      ? undefined
      : sql`lower(${users.username}) > (select lower(known.username) from ${users} known where known.id = ${afterId})`;
  const rows = await connection
    .select()
    .from(users)
    .where(and(matching, isBehind))
    .orderBy(sql`lower(${users.username})`)
    .limit(limit + 1);
  const [counted] = await connection.select({ total: count() }).from(users).where(matching);
  return toRowPage(rows.map(toAccount), { limit, total: counted?.total ?? 0 });
}

/** Active accounts linked with one on an external IRC network. */
export async function listLinkedAccounts(
  connection: Connection,
): Promise<readonly { readonly id: string; readonly ircAccount: string }[]> {
  const rows = await connection
    .select({ id: users.id, ircAccount: users.ircAccount })
    .from(users)
    .where(and(isNotNull(users.ircAccount), eq(users.isActive, true)));
  return rows.flatMap(({ id, ircAccount }) => (ircAccount === null ? [] : [{ id, ircAccount }]));
}

/**
 * Records a sign-in for which this password was right. Nobody else can change the account until the transaction ends.
 * @returns false when the account has another password by now, or is disabled or gone
 */
export async function recordLogin(
  transaction: Connection,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
): Promise<boolean> {
  const rows = await transaction
    .update(users)
    .set({ lastLogin: sql`now()` })
    .where(
      and(eq(users.id, accountId), eq(users.passwordHash, passwordHash), eq(users.isActive, true)),
    )
    .returning({ id: users.id });
  return rows.length > 0;
}

export function toAccount(row: typeof users.$inferSelect): Account {
  return { ...row, role: roleSchema.parse(row.role) };
}
