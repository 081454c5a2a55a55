import type { Holiday } from "@neonrelay/contract";
import { asc, eq, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { recordNewTimes } from "./change-store.ts";
import { holidays } from "./schedule-tables.ts";

type HolidayContent = Omit<Holiday, "id" | "version">;

const columns = {
  id: holidays.id,
  date: holidays.date,
  name: holidays.name,
  isYearly: holidays.isYearly,
  day: holidays.day,
  version: holidays.version,
};

/** By date. */
export async function listHolidays(connection: Connection): Promise<readonly Holiday[]> {
  return await connection
    .select(columns)
    .from(holidays)
    .orderBy(sql`${holidays.date} collate "C"`, asc(holidays.id));
}

export async function findHoliday(connection: Connection, id: string): Promise<Holiday | null> {
  const [row] = await connection.select(columns).from(holidays).where(eq(holidays.id, id));
  return row ?? null;
}

export async function insertHolidays(
  transaction: Connection,
  added: readonly (HolidayContent & { readonly id: string })[],
): Promise<void> {
  if (added.length === 0) return;
  await transaction.insert(holidays).values([...added]);
}

/** Increments its version. */
export async function saveHoliday(
  transaction: Connection,
  id: string,
  content: HolidayContent,
): Promise<void> {
  const { date, name, isYearly, day } = content;
  await transaction
    .update(holidays)
    .set({ date, name, isYearly, day, version: sql`${holidays.version} + 1` })
    .where(eq(holidays.id, id));
}

/** @returns whether it was there */
export async function deleteHoliday(transaction: Connection, id: string): Promise<boolean> {
  const removed = await transaction
    .delete(holidays)
    .where(eq(holidays.id, id))
    .returning({ id: holidays.id });
  await recordNewTimes(transaction);
  return removed.length > 0;
}
