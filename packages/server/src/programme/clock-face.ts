import {
  dayBeforeOf,
  hourStartOf,
  offsetSpanOf,
  type OffsetSpan,
} from "../schedule/local-time-rules.ts";
import type { StationSchedule } from "./station-schedule.ts";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 4 * QUARTER_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Asks the time zone only around a change of its offset, once per quarter hour there: offsets only change on quarters.
 */
export function clockFace(timeZone: string): Pick<StationSchedule, "hourStart" | "dayBefore"> {
  const days = new Map<number, number>();
  let known: OffsetSpan | null = null;
  const spanAt = (atMs: number): OffsetSpan => {
    if (known === null || atMs < known.fromMs || atMs >= known.untilMs)
      known = offsetSpanOf(atMs, timeZone);
    return known;
  };
  return {
    hourStart: (atMs) => {
      const { offsetMs, fromMs } = spanAt(atMs);
      const hourMs = Math.floor((atMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
      return hourMs >= fromMs ? hourMs : hourStartOf(atMs, timeZone);
    },
    dayBefore: (atMs) => {
      // After the clocks go back, a local time occurs twice.
      if (atMs - 2 * DAY_MS >= spanAt(atMs).fromMs) return atMs - DAY_MS;
      const quarter = Math.floor(atMs / QUARTER_MS);
      const quarterMs = quarter * QUARTER_MS;
      const aheadMs = days.get(quarter) ?? quarterMs - dayBeforeOf(quarterMs, timeZone);
      days.set(quarter, aheadMs);
      return atMs - aheadMs;
    },
  };
}
