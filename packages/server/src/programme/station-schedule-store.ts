import type { Connection } from "../database/database.ts";
import { loadSchedule } from "../schedule/load-schedule.ts";
import { dayBeforeOf, hourStartOf } from "../schedule/local-time-rules.ts";
import { timetable } from "../schedule/timetable.ts";
import type { StationSchedule } from "./station-schedule.ts";

/** The schedule as the database has it, for a span of time. */
export async function loadStationSchedule(
  connection: Connection,
  {
    timeZone,
    ...times
  }: { readonly timeZone: string; readonly fromMs: number; readonly untilMs: number },
): Promise<StationSchedule> {
  const { entries, shows, clocks } = await loadSchedule(connection, timeZone);
  return {
    spans: timetable({ entries, shows, timeZone, ...times }),
    clocks: new Map(clocks.map((clock) => [clock.id, clock])),
    ...clockFace(timeZone),
  };
}

const QUARTER_MS = 15 * 60_000;

/** Offsets of time zones change at a quarter of an hour at most, so one look at each quarter does. */
export function clockFace(timeZone: string): Pick<StationSchedule, "hourStart" | "dayBefore"> {
  const hours = new Map<number, number>();
  const days = new Map<number, number>();
  return {
    hourStart: (atMs) => {
      const quarter = Math.floor(atMs / QUARTER_MS);
      const known = hours.get(quarter) ?? hourStartOf(quarter * QUARTER_MS, timeZone);
      hours.set(quarter, known);
      return known;
    },
    dayBefore: (atMs) => {
      const quarter = Math.floor(atMs / QUARTER_MS);
      const quarterMs = quarter * QUARTER_MS;
      const known = days.get(quarter) ?? quarterMs - dayBeforeOf(quarterMs, timeZone);
      days.set(quarter, known);
      return atMs - known;
    },
  };
}
