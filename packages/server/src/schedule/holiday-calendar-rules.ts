import { trimBlank } from "@neonrelay/contract";
import { isDate } from "./local-time-rules.ts";

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
