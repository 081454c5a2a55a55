import type { Holiday } from "@neonrelay/contract";
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
