import { Temporal } from "temporal-polyfill";

/**
 * The moment of a local time. A time skipped when clocks go forward means the first moment after the gap; a time
 * repeated when clocks go back means the first occurrence.
 * @returns ms since 1970
 */
export function momentOf(local: string, timeZone: string): number {
  const wanted = Temporal.PlainDateTime.from(local);
  const first = wanted.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  if (first.toPlainDateTime().equals(wanted)) return first.epochMilliseconds;
  // Within a gap, `earlier` is before it, and the next transition is the clocks going forward.
  return (first.getTimeZoneTransition("next") ?? first).epochMilliseconds;
}

/** The local date of a moment. */
export function localDateOf(atMs: number, timeZone: string): string {
  return zoned(atMs, timeZone).toPlainDate().toString();
}

/** The local time of a moment: "2027-03-01T18:00:00". */
export function localTimeOf(atMs: number, timeZone: string): string {
  return zoned(atMs, timeZone).toPlainDateTime().toString({ smallestUnit: "second" });
}

/** The local time for people: "22:00". */
export function clockFaceOf(atMs: number, timeZone: string): string {
  return zoned(atMs, timeZone).toPlainTime().toString({ smallestUnit: "minute" });
}

/** Start of the local hour that contains a moment. */
export function hourStartOf(atMs: number, timeZone: string): number {
  const { minute, second, millisecond } = zoned(atMs, timeZone);
  return Math.floor(atMs) - ((minute * 60 + second) * 1000 + millisecond);
}

/** A period in which a time zone's offset does not change. */
export interface OffsetSpan {
  /** -Infinity and Infinity: unbounded. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Local time minus UTC. */
  readonly offsetMs: number;
}

export function offsetSpanOf(atMs: number, timeZone: string): OffsetSpan {
  const at = zoned(atMs, timeZone);
  // `previous` never returns a transition at the moment itself.
  const before = at.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  const after = at.getTimeZoneTransition("next");
  return {
    fromMs: before?.epochMilliseconds ?? -Infinity,
    untilMs: after?.epochMilliseconds ?? Infinity,
    offsetMs: at.offsetNanoseconds / 1_000_000,
  };
}

/** The same local time on the previous day. */
export function dayBeforeOf(atMs: number, timeZone: string): number {
  return zoned(atMs, timeZone).subtract({ days: 1 }).epochMilliseconds;
}

/** The date `days` later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The local time that many minutes later, by the clock face. */
export function addMinutes(local: string, minutes: number): string {
  return Temporal.PlainDateTime.from(local).add({ minutes }).toString({ smallestUnit: "second" });
}

/** @returns null when the day or time doesn't exist, such as 30 February */
export function readLocalTime(text: string): string | null {
  try {
    const time = Temporal.PlainDateTime.from(text, { overflow: "reject" });
    return time.toString({ smallestUnit: "second" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function isDate(text: string): boolean {
  return readLocalTime(`${text}T00:00`) !== null;
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

export function isMonday(date: string): boolean {
  return weekdayOf(date) === 1;
}

/** Rounds down: a moment calculated from samples may be fractional. */
function zoned(atMs: number, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs));
  return instant.toZonedDateTimeISO(timeZone);
}
