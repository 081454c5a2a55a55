import { max, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { holidays, scheduleEntries, shows } from "./schedule-tables.ts";

/** When the schedule was changed last, in ms since 1970. */
export interface ScheduleChanges {
  /** An entry or a holiday: each can change the times of every other entry. */
  readonly timesMs: number;
  /** Each show. */
  readonly showsMs: ReadonlyMap<string, number>;
}

export async function listChanges(connection: Connection): Promise<ScheduleChanges> {
  const [entry] = await connection
    .select({ at: max(scheduleEntries.changedAt) })
    .from(scheduleEntries);
  const [holiday] = await connection.select({ at: max(holidays.changedAt) }).from(holidays);
  const rows = await connection.select({ id: shows.id, at: shows.changedAt }).from(shows);
  return {
    timesMs: Math.max(entry?.at?.getTime() ?? 0, holiday?.at?.getTime() ?? 0),
    showsMs: new Map(rows.map(({ id, at }) => [id, at.getTime()])),
  };
}

/** What is removed leaves no time of its change, so the entries that stay get it. */
export async function noteRemoval(transaction: Connection): Promise<void> {
  await transaction.update(scheduleEntries).set({ changedAt: sql`now()` });
}
