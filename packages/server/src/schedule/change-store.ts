import { inArray, max, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { holidays, scheduleEntries, shows } from "./schedule-tables.ts";

/** Times of the last changes to the schedule, in ms since 1970. */
export interface ScheduleChanges {
  /** Any entry or holiday, since each can affect the times of all other entries. */
  readonly timesMs: number;
  /** By show. */
  readonly showsMs: ReadonlyMap<string, number>;
  /** Creation time of each entry. */
  readonly entriesMs: ReadonlyMap<string, number>;
}

export async function listChanges(connection: Connection): Promise<ScheduleChanges> {
  const entries = await connection
    .select({
      id: scheduleEntries.id,
      at: scheduleEntries.changedAt,
      madeAt: scheduleEntries.createdAt,
    })
    .from(scheduleEntries);
  const [holiday] = await connection.select({ at: max(holidays.changedAt) }).from(holidays);
  const rows = await connection.select({ id: shows.id, at: shows.changedAt }).from(shows);
  return {
    timesMs: Math.max(holiday?.at?.getTime() ?? 0, ...entries.map(({ at }) => at.getTime())),
    showsMs: new Map(rows.map(({ id, at }) => [id, at.getTime()])),
    entriesMs: new Map(entries.map(({ id, madeAt }) => [id, madeAt.getTime()])),
  };
}

/** A removal leaves no row to mark, and a new time zone changes no entry, so all of them are marked as changed. */
export async function recordNewTimes(connection: Connection): Promise<void> {
  await connection.update(scheduleEntries).set({ changedAt: sql`now()` });
}

/** Marks shows as changed when something they refer to has changed. */
export async function recordNewShows(
  connection: Connection,
  ids: readonly string[],
): Promise<void> {
  await connection
    .update(shows)
    .set({ changedAt: sql`now()` })
    .where(inArray(shows.id, [...ids]));
}
