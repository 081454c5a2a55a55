import { and, count, desc, eq, sql, type SQL } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Connection } from "../database/database.ts";
import { toRowPage, type RowPage } from "../database/statements.ts";
import { securityEvents, systemLogs } from "./log-tables.ts";

interface NewSystemLog {
  readonly level: "error" | "warn" | "info";
  readonly category: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Defaults to now. */
  readonly timestamp?: Date;
}

export interface NewSecurityEvent {
  readonly severity: "critical" | "high" | "medium" | "other";
  readonly eventType: string;
  readonly description: string;
  readonly ipAddress: string | null;
  /** Defaults to now. */
  readonly timestamp?: Date;
}

type StoredSystemLog = typeof systemLogs.$inferSelect;
type StoredSecurityEvent = typeof securityEvents.$inferSelect;

interface LogRange {
  /** Id of the last row on the previous page. */
  readonly afterId: string | null;
  readonly limit: number;
  /** The text must contain each word, ignoring case. */
  readonly words: readonly string[];
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

/** @param events at least one */
export async function insertSecurityEvents(
  connection: Connection,
  events: readonly NewSecurityEvent[],
): Promise<void> {
  await connection
    .insert(securityEvents)
    .values(events.map((event) => ({ id: randomUUID(), ...event })));
}

/** Newest first. @param filter null matches all */
export async function listSystemLogs(
  connection: Connection,
  {
    level,
    category,
    ...range
  }: LogRange & { readonly level: string | null; readonly category: string | null },
): Promise<RowPage<StoredSystemLog>> {
  const matching = and(
    level === null ? undefined : eq(systemLogs.level, level),
    category === null ? undefined : eq(systemLogs.category, category),
    ...range.words.map((word) => sql`${systemLogs.message} ilike ${containing(word)}`),
  );
  const rows = await connection
    .select()
    .from(systemLogs)
    .where(and(matching, isBehind(systemLogs, range)))
    .orderBy(desc(systemLogs.timestamp), desc(systemLogs.id))
    .limit(range.limit + 1);
  const [counted] = await connection.select({ total: count() }).from(systemLogs).where(matching);
  return toRowPage(rows, { limit: range.limit, total: counted?.total ?? 0 });
}

export async function listSecurityEvents(
  connection: Connection,
  { severity, ...range }: LogRange & { readonly severity: string | null },
): Promise<RowPage<StoredSecurityEvent>> {
  const matching = and(
    severity === null ? undefined : eq(securityEvents.severity, severity),
    ...range.words.map((word) => sql`${securityEvents.description} ilike ${containing(word)}`),
  );
  const rows = await connection
    .select()
    .from(securityEvents)
    .where(and(matching, isBehind(securityEvents, range)))
    .orderBy(desc(securityEvents.timestamp), desc(securityEvents.id))
    .limit(range.limit + 1);
  const [counted] = await connection
    .select({ total: count() })
    .from(securityEvents)
    .where(matching);
  return toRowPage(rows, { limit: range.limit, total: counted?.total ?? 0 });
}

/** @returns how many rows were deleted */
export async function hasSecurityEvent(
  connection: Connection,
  eventType: string,
): Promise<boolean> {
  return (await connection.$count(securityEvents, eq(securityEvents.eventType, eventType))) > 0;
}

export async function deleteSystemLogs(transaction: Connection): Promise<number> {
  return (await transaction.delete(systemLogs)).rowCount ?? 0;
}

/** Matches nothing when the row is gone. */
function isBehind(
  table: typeof systemLogs | typeof securityEvents,
  { afterId }: LogRange,
): SQL | undefined {
  return afterId === null
    ? undefined
    : sql`(${table.timestamp}, ${table.id}) < (
        select known."timestamp", known.id from ${table} known where known.id = ${afterId})`;
}

function containing(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
