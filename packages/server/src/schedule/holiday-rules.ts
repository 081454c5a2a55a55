import { type Holiday, trimBlank } from "@neonrelay/contract";
import { addDays, isDate, weekdayOf } from "./local-time-rules.ts";

/** The fields of a holiday that affect what is on. */
export type HolidayTimes = Omit<Holiday, "version">;

/**
 * Holidays from `fromDate` to `untilDate`, inclusive, by date. Of two on one day the one that is not yearly applies,
 * then the lower id. A yearly one on 29 February occurs in leap years only.
 */
export function holidaysBetween(
  holidays: readonly HolidayTimes[],
  { fromDate, untilDate }: { readonly fromDate: string; readonly untilDate: string },
): ReadonlyMap<string, HolidayTimes> {
  const days = holidays
    .flatMap((holiday) => datesOf(holiday, fromDate, untilDate).map((date) => ({ date, holiday })))
    .toSorted(
      (a, b) =>
        (a.date < b.date ? -1 : Number(a.date > b.date)) ||
        Number(b.holiday.isYearly) - Number(a.holiday.isYearly) ||
        (a.holiday.id > b.holiday.id ? -1 : 1),
    );
  // Later entries for a date win.
  return new Map(days.map(({ date, holiday }) => [date, holiday]));
}

/** The date of this weekday in the same week, Monday to Sunday. @param weekday 1 for Monday to 7 for Sunday */
export function dayOfSameWeek(date: string, weekday: number): string {
  return addDays(date, weekday - weekdayOf(date));
}

function datesOf(
  { date, isYearly }: HolidayTimes,
  fromDate: string,
  untilDate: string,
): readonly string[] {
  const isWithin = (each: string) => each >= fromDate && each <= untilDate;
  if (!isYearly) return [date].filter(isWithin);
  const firstYear = Number(fromDate.slice(0, 4));
  const years = Number(untilDate.slice(0, 4)) - firstYear + 1;
  return Array.from({ length: years }, (_, year) => `${firstYear + year}${date.slice(4)}`).filter(
    (each) => isWithin(each) && each >= date && isDate(each),
  );
}

/** A whole-day event in a calendar. */
interface CalendarDay {
  readonly date: string;
  readonly name: string;
  readonly isYearly: boolean;
}

const DATE = /^(\d{4})(\d\d)(\d\d)$/;
const LONGEST_NAME = 80;

/**
 * The future whole-day events in an iCalendar text (RFC 5545), and the number of other events.
 * @returns null when the text is not a calendar
 */
export function readCalendarDays(
  text: string,
  today: string,
): { readonly days: readonly CalendarDay[]; readonly leftOut: number } | null {
  // A line that begins with a blank continues the previous one.
  const lines = text.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
  if (!lines.some((line) => line.trim().toUpperCase() === "BEGIN:VCALENDAR")) return null;
  const days: CalendarDay[] = [];
  let leftOut = 0;
  let event: Map<string, string> | null = null;
  for (const line of lines) {
    const { name, value } = propertyOf(line);
    if (name === "BEGIN" && value === "VEVENT") event = new Map();
    else if (name === "END" && value === "VEVENT" && event !== null) {
      const day = dayOf(event, today);
      if (day === null) leftOut += 1;
      else days.push(day);
      event = null;
    } else event?.set(name, value);
  }
  return { days, leftOut };
}

/** Ignores parameters: whether it is a whole day shows in the value. */
function propertyOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  const [name = ""] = line.slice(0, Math.max(colon, 0)).split(";");
  return { name: name.trim().toUpperCase(), value: line.slice(colon + 1).trim() };
}

function dayOf(event: ReadonlyMap<string, string>, today: string): CalendarDay | null {
  const date = (event.get("DTSTART") ?? "").replace(DATE, "$1-$2-$3");
  const name = nameOf(event.get("SUMMARY") ?? "");
  const repeat = event.get("RRULE");
  const isYearly = repeat !== undefined && /^FREQ=YEARLY(?:;INTERVAL=1)?$/.test(repeat);
  if (!isDate(date) || name === "" || event.get("STATUS") === "CANCELLED") return null;
  return date < today && !isYearly ? null : { date, name, isYearly };
}

function nameOf(summary: string): string {
  const plain = trimBlank(
    summary
      .replaceAll(/\\[nN]/g, " ")
      .replaceAll(/\\(.)/g, "$1")
      .replaceAll(/[\p{Cc}\s]+/gu, " "),
  );
  return plain.slice(0, LONGEST_NAME).trim();
}
