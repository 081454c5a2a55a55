import { sql } from "drizzle-orm";
import type { Connection } from "./database.ts";

/** What changes one at a time, on all nodes; each has its number, and 7_206_411, _413 and _414 are locks of sessions. */
const locks = {
  queue: 7_206_412,
  accounts: 7_206_415,
  schedule: 7_206_421,
  plan: 7_206_422,
  playlists: 7_206_423,
  uploads: 7_206_424,
} as const;

/**
 * Waits for the other changes of the same things, and keeps them waiting until the transaction ends. Count rows behind it:
 * a limit that is looked at without a lock gives way to calls that come at once.
 */
export async function lockUntilEnd(
  transaction: Connection,
  things: keyof typeof locks,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${locks[things]})`);
}
