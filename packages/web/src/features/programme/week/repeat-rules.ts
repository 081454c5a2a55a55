import {
  dayAndMonth,
  daysBetween,
  daysLater,
  placeInMonth,
  timeWords,
  type Weekday,
  weekdayName,
  weekdayOf,
  weekdays,
} from "../../../ui/calendar-dates.ts";
import type { Span } from "./week-geometry.ts";

/** How an entry repeats, as form fields. */
export interface Repeat {
  readonly kind: RepeatKind;
  /** The interval in weeks, for weekly entries. */
  readonly weeks: number;
  /** For weekly entries, where it is never empty. */
  readonly days: readonly Weekday[];
  /** The last day, 'YYYY-MM-DD'; '' for no end. */
  readonly until: string;
  /** A rule that this form can't show, which it keeps; '' otherwise. */
  readonly other: string;
}

export const repeatKinds = [
  "once",
  "daily",
  "weekdays",
  "weekly",
  "monthly",
  "monthly-weekday",
  "other",
] as const;
export type RepeatKind = (typeof repeatKinds)[number];

const workdays = weekdays.slice(0, 5);
const places: Readonly<Record<number, string>> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  [-1]: "last",
};

/** The initial values for an entry on that day. */
export function onceOn(date: string): Repeat {
  return { kind: "once", weeks: 1, days: [weekdayOf(date)], until: "", other: "" };
}

/** An RFC 5545 rule as form fields. @param date of the entry's first start */
export function repeatOf(rule: string | null, date: string): Repeat {
  const once = onceOn(date);
  if (rule === null) return once;
  const parts = partsOf(rule);
  const until = untilDateOf(parts["UNTIL"]);
  const kind = kindOf(parts);
  if (kind === undefined || until === undefined) return { ...once, kind: "other", other: rule };
  const days = parts["BYDAY"]?.split(",").filter(isWeekday) ?? [];
  return {
    ...once,
    kind,
    until,
    ...(kind === "weekly" && {
      weeks: Number(parts["INTERVAL"] ?? 1),
      days: days.length === 0 ? once.days : days,
    }),
  };
}

/** The form fields as a rule; null: happens once. @param date of the entry's first start */
export function ruleOf(repeat: Repeat, date: string): string | null {
  const until = repeat.until === "" ? "" : `;UNTIL=${repeat.until.replaceAll("-", "")}`;
  switch (repeat.kind) {
    case "once":
      return null;
    case "daily":
      return `FREQ=DAILY${until}`;
    case "weekdays":
      return `FREQ=WEEKLY;BYDAY=${workdays.join(",")}${until}`;
    case "weekly": {
      const days = weekdays.filter((day) => repeat.days.includes(day));
      const interval = repeat.weeks === 1 ? "" : `;INTERVAL=${repeat.weeks}`;
      return `FREQ=WEEKLY${interval};BYDAY=${days.join(",")}${until}`;
    }
    case "monthly":
      return `FREQ=MONTHLY${until}`;
    case "monthly-weekday":
      return `FREQ=MONTHLY;BYDAY=${placeInMonth(date)}${weekdayOf(date)}${until}`;
    case "other":
      return repeat.other;
    default:
      return repeat.kind satisfies never;
  }
}

/** The form fields in words: 'Every 2 weeks on Monday and Friday until 24 December'. */
export function repeatWords(repeat: Repeat, date: string): string {
  const until = repeat.until === "" ? "" : ` until ${dayAndMonth(repeat.until)}`;
  return `${kindWords(repeat, date)}${until}`;
}

function kindWords({ kind, weeks, days, other }: Repeat, date: string): string {
  switch (kind) {
    case "once":
      return "Once";
    case "daily":
      return "Every day";
    case "weekdays":
      return "Monday to Friday";
    case "weekly": {
      const names = weekdays.filter((day) => days.includes(day)).map(weekdayName);
      return `${weeks === 1 ? "Every week" : `Every ${weeks} weeks`} on ${listed(names)}`;
    }
    case "monthly":
      return `Every month on day ${Number(date.slice(8))}`;
    case "monthly-weekday":
      return `Every month on the ${places[placeInMonth(date)] ?? ""} ${weekdayName(weekdayOf(date))}`;
    case "other":
      return `By the rule ${other}`;
    default:
      return kind satisfies never;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

function kindOf(parts: Readonly<Record<string, string>>): RepeatKind | undefined {
  const { FREQ, INTERVAL = "1", BYDAY, COUNT, ...others } = parts;
  const { UNTIL: _until, ...unknown } = others;
  if (COUNT !== undefined || Object.keys(unknown).length > 0) return undefined;
  if (FREQ === "WEEKLY") {
    const days = BYDAY?.split(",") ?? [];
    if (!days.every(isWeekday)) return undefined;
    const isWorkweek =
      INTERVAL === "1" && days.length === 5 && workdays.every((day) => days.includes(day));
    return isWorkweek ? "weekdays" : "weekly";
  }
  if (INTERVAL !== "1") return undefined;
  if (FREQ === "DAILY" && BYDAY === undefined) return "daily";
  if (FREQ === "MONTHLY")
    return BYDAY === undefined
      ? "monthly"
      : /^(?:[1-4]|-1)[A-Z]{2}$/.test(BYDAY)
        ? "monthly-weekday"
        : undefined;
  return undefined;
}

function partsOf(rule: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rule.split(";").map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name.toUpperCase(), value.toUpperCase()];
    }),
  );
}

/** '' for no end; undefined: not a date. */
function untilDateOf(until: string | undefined): string | undefined {
  if (until === undefined) return "";
  const found = /^(\d{4})(\d{2})(\d{2})/.exec(until);
  return found === null ? undefined : found.slice(1).join("-");
}

function isWeekday(day: string): day is Weekday {
  return weekdays.some((each) => each === day);
}

/** The fields that decide when a schedule entry happens. */
interface EntryTimes {
  /** 'YYYY-MM-DDTHH:MM:SS', local time of the station. */
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly repeat: string | null;
  readonly except: readonly string[];
}

/** 'YYYY-MM-DDTHH:MM:SS' of a day and its minute. */
export function localTime({
  date,
  minute,
}: {
  readonly date: string;
  readonly minute: number;
}): string {
  return `${date}T${timeWords(minute)}:00`;
}

/** Moves an entry with all its occurrences. Daily and monthly entries keep their days. */
export function movedSeries(
  entry: EntryTimes,
  { from, to }: { readonly from: string; readonly to: Span },
): EntryTimes {
  const first = entry.startsAt.slice(0, 10);
  const repeat = repeatOf(entry.repeat, first);
  const durationMinutes = to.minutes;
  if (repeat.kind === "once") return { ...entry, startsAt: localTime(to), durationMinutes };
  const startsAt = localTime({ date: first, minute: to.minute });
  const days = daysBetween(from, to.date);
  if (repeat.kind !== "weekly" || days === 0) return { ...entry, startsAt, durationMinutes };
  const [before, after] = [weekdayOf(from), weekdayOf(to.date)];
  const isOfDay = (date: string) => weekdayOf(date) === before;
  const moved = {
    ...repeat,
    days: [...new Set(repeat.days.map((day) => (day === before ? after : day)))],
  };
  const begins = isOfDay(first) ? daysLater(first, days) : first;
  return {
    startsAt: localTime({ date: begins, minute: to.minute }),
    durationMinutes,
    repeat: ruleOf(moved, begins),
    except: entry.except.map((date) => (isOfDay(date) ? daysLater(date, days) : date)),
  };
}
