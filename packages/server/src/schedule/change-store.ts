import { inArray, max, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { holidays, scheduleEntries, shows } from "./schedule-tables.ts";

/** When the schedule was changed last, in ms since 1970. */
export interface ScheduleChanges {
  /** An entry or a holiday: each can change the times of every other entry. */
  readonly timesMs: number;
  /** Each show. */
  readonly showsMs: ReadonlyMap<string, number>;
  /** When each entry was made. */
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

/** What is removed leaves no time of its change, and another time zone is no change of an entry: all of them get it. */
export async function recordNewTimes(connection: Connection): Promise<void> {
  await connection.update(scheduleEntries).set({ changedAt: sql`now()` });
}

/** What a show says has changed outside of it. */
export async function recordNewShows(
  connection: Connection,
  ids: readonly string[],
): Promise<void> {
  await connection
    .update(shows)
    .set({ changedAt: sql`now()` })
    .where(inArray(shows.id, [...ids]));
}
