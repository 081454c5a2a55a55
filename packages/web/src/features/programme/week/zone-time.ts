import { useEffect, useState } from "react";
import { daysLater, minuteOf } from "../../../ui/calendar-dates.ts";

const HOUR_MS = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A local time of the station. */
export interface LocalMoment {
  /** 'YYYY-MM-DD'. */
  readonly date: string;
  /** Since midnight. */
  readonly minute: number;
}

/** The local time at a moment in a time zone. */
export function localMoment(atMs: number, timeZone: string): LocalMoment {
  // Swedish dates are in ISO format.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  const [date = "", time = ""] = format.format(atMs).split(" ");
  return { date, minute: minuteOf(time) ?? 0 };
}

/** The next full hour by the clock of a time zone. Skips the hour that comes twice: its local time is over. */
export function nextFullHour(nowMs: number, timeZone: string): LocalMoment {
  const now = localMoment(nowMs, timeZone);
  let atMs = nowMs;
  let next = now;
  do {
    atMs += (60 - (next.minute % 60)) * 60_000;
    next = localMoment(atMs, timeZone);
  } while (next.minute % 60 !== 0 || !isAfter(next, now));
  return next;
}

export function isAfter(one: LocalMoment, other: LocalMoment): boolean {
  return one.date === other.date ? one.minute > other.minute : one.date > other.date;
}

/** A change of the clocks, in minutes since midnight. */
export interface ClockChange {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** The clock change on that day; undefined on most days. */
export function clockChangeOn(date: string, timeZone: string): ClockChange | undefined {
  const hours = Array.from({ length: 52 }, (_, hour) => Date.parse(date) + (hour - 14) * HOUR_MS);
  for (const atMs of hours) {
    const before = localMoment(atMs - 60_000, timeZone);
    const after = localMoment(atMs, timeZone);
    const went = after.minute - before.minute;
    if (before.date === date && after.date === date && went !== 1)
      return { fromMinute: before.minute + 1, toMinute: after.minute };
  }
  return undefined;
}

/** A span that covers those seven days in every time zone. */
export function instantsAround(monday: string): { readonly from: string; readonly to: string } {
  return {
    from: `${daysLater(monday, -1)}T00:00:00.000Z`,
    to: `${daysLater(monday, 8)}T12:00:00.000Z`,
  };
}

const EVERY_MS = 20_000;

/** The current time, updated a few times a minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
