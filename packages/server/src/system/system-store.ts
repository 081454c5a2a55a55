import { count, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection, Database } from "../database/database.ts";
import { chatMessages } from "../chat/chat-tables.ts";
import { comments } from "../comments/comment-tables.ts";
import { securityEvents, systemLogs } from "../logs/log-tables.ts";
import { queueItems } from "../queue/queue-tables.ts";
import { radioState } from "../radio/radio-tables.ts";
import { stationSettings } from "../settings/settings-tables.ts";
import { tracks } from "../library/library-tables.ts";
import { users } from "../accounts/account-tables.ts";

/** Facts about the database. */
interface DatabaseFacts {
  readonly version: string;
  readonly ssl: boolean;
  /** Row counts by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** All tables, including those not counted. */
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
export async function findDatabaseFacts({ connection, engine }: Database): Promise<DatabaseFacts> {
  // The embedded one communicates in memory, whatever it says about sockets.
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

/** Counts present tracks and entries in the queue. */
export async function countStation(
  connection: Connection,
): Promise<{ readonly tracks: number; readonly queued: number }> {
  const { rows } = await connection.execute(sql`
    select (select count(*)::int from ${tracks} where ${tracks.missingSince} is null) as tracks,
      (select count(*)::int from ${queueItems}) as queued`);
  return sizesSchema.parse(rows[0]);
}
