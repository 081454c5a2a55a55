import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Connection, Database } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import { insertSystemLogs } from "../logs/log-store.ts";
import { systemLogs } from "../logs/log-tables.ts";
import { stationSettings } from "../settings/settings-tables.ts";

/** Reads every essential table of the station. @throws when that fails */
export async function tryReading(connection: Connection): Promise<void> {
  await connection.select().from(stationSettings).limit(1);
  await connection.select({ id: tracks.id }).from(tracks).limit(1);
}

/** Writes a row, reads it back and rolls back. @throws when that fails */
export async function tryWriting(database: Database): Promise<void> {
  const message = `Test of the database ${randomUUID()}`;
  await database
    .transaction(async (transaction) => {
      // Nothing of it stays, so it is allowed while writes are held.
      await transaction.execute(sql`set transaction read write`);
      await insertSystemLogs(transaction, [
        { level: "info", category: "server", message, details: null },
      ]);
      if (!(await isStored(transaction, message)))
        throw new Error("A row that was written could not be read");
      throw new TakenBackError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBackError)) throw error;
    });
  if (await isStored(database.connection, message))
    throw new Error("A transaction that was rolled back left its row");
}

async function isStored(connection: Connection, message: string): Promise<boolean> {
  return (await connection.$count(systemLogs, sql`${systemLogs.message} = ${message}`)) === 1;
}

/** Rolls a transaction back on purpose. */
class TakenBackError extends Error {
  override readonly name = "TakenBackError";
}
