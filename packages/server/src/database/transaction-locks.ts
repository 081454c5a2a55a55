import { sql } from "drizzle-orm";
import type { Connection } from "./database.ts";

/** Changes made one at a time across all nodes, each with its number. 7_206_411, _413 and _414 are session locks. */
const locks = {
  queue: 7_206_412,
  accounts: 7_206_415,
  schedule: 7_206_421,
  plan: 7_206_422,
  playlists: 7_206_423,
  uploads: 7_206_424,
  audience: 7_206_425,
} as const;

/**
 * Waits for other changes of the same things, and makes later ones wait until the transaction ends. Count rows only
 * after this: without the lock, simultaneous calls get past a limit.
 */
export async function lockUntilEnd(
  transaction: Connection,
  things: keyof typeof locks,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${locks[things]})`);
}
