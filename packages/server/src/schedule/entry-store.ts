import type { ScheduleEntry, Scheduled } from "@neonrelay/contract";
import { asc, eq, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import { recordNewTimes } from "./change-store.ts";
import { scheduleEntries } from "./schedule-tables.ts";

type EntryRow = typeof scheduleEntries.$inferSelect;
export type EntryContent = Omit<ScheduleEntry, "id" | "version">;

/** Serialises changes to clocks, shows, entries and holidays until the transaction ends. */
export async function lockSchedule(transaction: Connection): Promise<void> {
  await lockUntilEnd(transaction, "schedule");
}

/** By first start. */
export async function listEntries(connection: Connection): Promise<readonly ScheduleEntry[]> {
  const rows = await connection
    .select()
    .from(scheduleEntries)
    .orderBy(sql`${scheduleEntries.startsAt} collate "C"`, asc(scheduleEntries.id));
  return rows.map(toEntry);
}

export async function findEntry(connection: Connection, id: string): Promise<ScheduleEntry | null> {
  const [row] = await connection.select().from(scheduleEntries).where(eq(scheduleEntries.id, id));
  return row === undefined ? null : toEntry(row);
}

export async function countEntries(connection: Connection): Promise<number> {
  return await connection.$count(scheduleEntries);
}

export async function insertEntries(
  transaction: Connection,
  entries: readonly (EntryContent & { readonly id: string })[],
): Promise<void> {
  if (entries.length === 0) return;
  await transaction
    .insert(scheduleEntries)
    .values(entries.map(({ id, ...content }) => ({ id, ...toColumns(content) })));
}

/** Increments its version. */
export async function saveEntry(
  transaction: Connection,
  id: string,
  content: EntryContent,
): Promise<void> {
  await transaction
    .update(scheduleEntries)
    .set({ ...toColumns(content), version: sql`${scheduleEntries.version} + 1` })
    .where(eq(scheduleEntries.id, id));
}

/** @returns whether it existed */
export async function deleteEntry(transaction: Connection, id: string): Promise<boolean> {
  const removed = await transaction
    .delete(scheduleEntries)
    .where(eq(scheduleEntries.id, id))
    .returning({ id: scheduleEntries.id });
  await recordNewTimes(transaction);
  return removed.length > 0;
}

function toColumns({ what, startsAt, durationMinutes, repeat, except, priority }: EntryContent) {
  return {
    startsAt,
    durationMinutes,
    repeat,
    except: [...except],
    priority,
    showId: what.kind === "show" ? what.showId : null,
    clockId: what.kind === "clock" ? what.clockId : null,
  };
}

function toEntry(row: EntryRow): ScheduleEntry {
  const { id, startsAt, durationMinutes, repeat, except, priority, version } = row;
  return { id, what: whatOf(row), startsAt, durationMinutes, repeat, except, priority, version };
}

function whatOf({ id, showId, clockId }: EntryRow): Scheduled {
  if (showId !== null) return { kind: "show", showId };
  if (clockId !== null) return { kind: "clock", clockId };
  throw new Error(`schedule entry ${id} has no content`);
}
