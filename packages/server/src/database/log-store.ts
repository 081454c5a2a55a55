import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Connection } from "./database.ts";
import { securityEvents, systemLogs } from "./schema.ts";

/** Rows kept of each; LogTrimmer drops older ones. */
const ROWS_KEPT = 10_000;

export interface NewSystemLog {
  readonly level: "error" | "warn" | "info";
  readonly category: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Now when left out. */
  readonly timestamp?: Date;
}

/** @param entries at least one */
export async function insertSystemLogs(
  connection: Connection,
  entries: readonly NewSystemLog[],
): Promise<void> {
  await connection
    .insert(systemLogs)
    .values(entries.map((entry) => ({ id: randomUUID(), ...entry })));
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
