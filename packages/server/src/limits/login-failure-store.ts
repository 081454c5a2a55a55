import { desc, inArray, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { loginFailures } from "./login-failure-tables.ts";

interface StoredFailures {
  /** The subject and the address, or the network. */
  readonly key: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** The newest failures, oldest first. */
export async function listLoginFailures(
  connection: Connection,
  { limit }: { readonly limit: number },
): Promise<readonly StoredFailures[]> {
  const newest = connection.select().from(loginFailures).orderBy(desc(loginFailures.lastAt));
  return (await newest.limit(limit)).toReversed();
}

export async function saveLoginFailures(
  connection: Connection,
  failures: readonly StoredFailures[],
): Promise<void> {
  await connection
    .insert(loginFailures)
    .values([...failures])
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: { count: sql`excluded.count`, lastAt: sql`excluded.last_at` },
    });
}

export async function deleteLoginFailures(
  connection: Connection,
  keys: readonly string[],
): Promise<void> {
  await connection.delete(loginFailures).where(inArray(loginFailures.key, [...keys]));
}

export async function deleteAllLoginFailures(connection: Connection): Promise<void> {
  await connection.delete(loginFailures);
}
