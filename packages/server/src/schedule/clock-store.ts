import type { Clock } from "@neonrelay/contract";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { clocks, holidays, scheduleEntries, shows } from "./schedule-tables.ts";

const columns = {
  id: clocks.id,
  name: clocks.name,
  color: clocks.color,
  isFilled: clocks.isFilled,
  slots: clocks.slots,
  version: clocks.version,
};
type ClockColumns = Omit<typeof clocks.$inferInsert, "id" | "version" | "createdAt">;

/** By name. */
export async function listClocks(connection: Connection): Promise<readonly Clock[]> {
  return await connection
    .select(columns)
    .from(clocks)
    .orderBy(sql`${clocks.nameKey} collate "C"`, asc(clocks.id));
}

export async function findClock(connection: Connection, id: string): Promise<Clock | null> {
  const [clock] = await connection.select(columns).from(clocks).where(eq(clocks.id, id));
  return clock ?? null;
}

export async function countClocks(connection: Connection): Promise<number> {
  return await connection.$count(clocks);
}

/** Whether another clock has this name. */
export async function isClockNameTaken(
  connection: Connection,
  { id, nameKey }: { readonly id: string; readonly nameKey: string },
): Promise<boolean> {
  return (await connection.$count(clocks, and(eq(clocks.nameKey, nameKey), ne(clocks.id, id)))) > 0;
}

export async function insertClock(
  transaction: Connection,
  clock: ClockColumns & { readonly id: string },
): Promise<void> {
  await transaction.insert(clocks).values(clock);
}

/** Increments its version. */
export async function saveClock(
  transaction: Connection,
  id: string,
  change: { readonly [Column in keyof ClockColumns]?: ClockColumns[Column] | undefined },
): Promise<void> {
  await transaction
    .update(clocks)
    .set({ ...change, version: sql`${clocks.version} + 1` })
    .where(eq(clocks.id, id));
}

export async function deleteClock(transaction: Connection, id: string): Promise<void> {
  await transaction.delete(clocks).where(eq(clocks.id, id));
}

/** What prevents removing a clock: the names of shows, and the number of schedule entries, that use it. */
export async function findClockUses(
  connection: Connection,
  id: string,
): Promise<{
  readonly shows: readonly string[];
  readonly entries: number;
  readonly holidays: number;
}> {
  const found = await connection
    .select({ name: shows.name })
    .from(shows)
    .where(eq(sql`${shows.content} ->> 'clockId'`, id))
    .orderBy(asc(shows.nameKey));
  const entries = await connection.$count(scheduleEntries, eq(scheduleEntries.clockId, id));
  const onHolidays = await connection.$count(holidays, eq(sql`${holidays.day} ->> 'clockId'`, id));
  return { holidays: onHolidays, shows: found.map(({ name }) => name), entries };
}
