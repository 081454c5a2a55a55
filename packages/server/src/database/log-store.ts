import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Connection } from "./database.ts";
import { securityEvents, systemLogs } from "./schema.ts";

/** Rows kept of each; LogTrimmer drops older ones. */
const ROWS_KEPT = 10_000;

export async function insertSystemLog(
  connection: Connection,
  entry: {
    readonly level: "error" | "warn" | "info";
    readonly category: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  },
): Promise<void> {
  await connection.insert(systemLogs).values({ id: randomUUID(), ...entry });
}

export async function insertSecurityEvent(
  connection: Connection,
  event: {
    readonly severity: "critical" | "high" | "medium" | "other";
    readonly eventType: string;
    readonly description: string;
    readonly ipAddress: string | null;
  },
): Promise<void> {
  await connection.insert(securityEvents).values({ id: randomUUID(), ...event });
}

/** Drops all but the newest rows, so that logs don't fill the disk. */
export async function trimLogs(connection: Connection): Promise<void> {
  for (const table of [systemLogs, securityEvents]) {
    await connection.execute(sql`
      delete from ${table} where id in (
        select id from ${table} order by "timestamp" desc offset ${ROWS_KEPT})`);
  }
}
