import { dayBeforeOf, hourStartOf } from "../schedule/local-time-rules.ts";
import type { StationSchedule } from "./station-schedule.ts";

const QUARTER_MS = 15 * 60_000;

/** Time zone offsets only change at a quarter of an hour, so one look per quarter is enough. */
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
