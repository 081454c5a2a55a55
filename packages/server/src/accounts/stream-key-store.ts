import type { Role } from "@neonrelay/contract";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { users } from "./account-tables.ts";

export interface StoredStreamKey {
  readonly accountId: string;
  readonly username: string;
  readonly name: string | null;
  readonly keyHash: string;
}

/** @param keyHash null: removes the account's key */
export async function saveStreamKey(
  connection: Connection,
  { accountId, keyHash }: { readonly accountId: string; readonly keyHash: string | null },
): Promise<void> {
  const streamKeyCreatedAt = keyHash === null ? null : new Date();
  await connection
    .update(users)
    .set({ streamKeyHash: keyHash, streamKeyCreatedAt })
    .where(eq(users.id, accountId));
}

/** When the account's key was created; null: it has none. */
export async function findStreamKeyDate(
  connection: Connection,
  accountId: string,
): Promise<Date | null> {
  const [row] = await connection
    .select({ createdAt: users.streamKeyCreatedAt })
    .from(users)
    .where(eq(users.id, accountId));
  return row?.createdAt ?? null;
}

/** Keys of active accounts with one of these roles. */
export async function listStreamKeys(
  connection: Connection,
  { roles, limit }: { readonly roles: readonly Role[]; readonly limit: number },
): Promise<readonly StoredStreamKey[]> {
  const rows = await connection
    .select({
      accountId: users.id,
      username: users.username,
      name: users.name,
      keyHash: users.streamKeyHash,
    })
    .from(users)
    .where(
      and(
        eq(users.isActive, true),
        inArray(users.role, [...roles]),
        isNotNull(users.streamKeyHash),
      ),
    )
    .orderBy(users.streamKeyCreatedAt)
    .limit(limit);
  return rows.flatMap(({ keyHash, ...row }) => (keyHash === null ? [] : [{ ...row, keyHash }]));
}
