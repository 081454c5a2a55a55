import { count, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import * as z from "zod";
import type { Connection, Database } from "../database/database.ts";
import { insertSystemLogs } from "../logs/log-store.ts";
import { chatMessages } from "../chat/chat-tables.ts";
import { comments } from "../comments/comment-tables.ts";
import { securityEvents, systemLogs } from "../logs/log-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { radioState } from "../radio/radio-tables.ts";
import { stationSettings } from "../settings/settings-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { users } from "../accounts/account-tables.ts";

/** What the database is and holds. */
export interface DatabaseFacts {
  readonly version: string;
  readonly ssl: boolean;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Of all tables, also those not counted. */
  readonly tableCount: number;
}

const countedTables = {
  users,
  tracks,
  queue_items: queueItems,
  chat_messages: chatMessages,
  comments,
  radio_state: radioState,
  system_logs: systemLogs,
  security_events: securityEvents,
  station_settings: stationSettings,
};
const factsSchema = z.object({
  version: z.string(),
  ssl: z.boolean(),
  table_count: z.int(),
});
const sizesSchema = z.object({ tracks: z.int(), queued: z.int() });
const CONNECT_LIMIT_MS = 5000;

export async function findDatabaseFacts({ connection, engine }: Database): Promise<DatabaseFacts> {
  // The embedded one speaks over memory, whatever it says of sockets.
  const isSsl =
    engine === "embedded"
      ? sql`false`
      : sql`coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)`;
  const { rows } = await connection.execute(sql`
    select current_setting('server_version') as version, ${isSsl} as ssl,
      (select count(*)::int from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE') as table_count`);
  const facts = factsSchema.parse(rows[0]);
  const tables: Record<string, number> = {};
  for (const [name, table] of Object.entries(countedTables)) {
    const [counted] = await connection.select({ rows: count() }).from(table);
    tables[name] = counted?.rows ?? 0;
  }
  return { version: facts.version, ssl: facts.ssl, tables, tableCount: facts.table_count };
}

/** Tracks whose file is there, and entries in the queue. */
export async function countStation(
  connection: Connection,
): Promise<{ readonly tracks: number; readonly queued: number }> {
  const { rows } = await connection.execute(sql`
    select (select count(*)::int from ${tracks} where ${tracks.missingSince} is null) as tracks,
      (select count(*)::int from ${queueItems}) as queued`);
  return sizesSchema.parse(rows[0]);
}

/** Opens a connection of its own to a database server, and closes it. @throws when that fails */
export async function tryConnection(databaseUrl: string): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: CONNECT_LIMIT_MS,
  });
  client.on("error", () => {}); // what matters of it is thrown by the query
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    await client.end();
  }
}

/** Reads every table the station can't be without. @throws when that fails */
export async function tryReading(connection: Connection): Promise<void> {
  await connection.select().from(stationSettings).limit(1);
  await connection.select({ id: tracks.id }).from(tracks).limit(1);
}

/** Writes a row, reads it back, and takes everything back. @throws when that fails */
export async function tryWriting(database: Database): Promise<void> {
  const message = `Test of the database ${randomUUID()}`;
  await database
    .transaction(async (transaction) => {
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
