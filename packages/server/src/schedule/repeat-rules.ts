import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { isDate } from "./local-time-rules.ts";

const frequencies = ["DAILY", "WEEKLY", "MONTHLY"];
const MAX_INTERVAL = 99;
const MAX_COUNT = 1000;
const dayPattern = /^(?<nth>-?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/;
const datePattern = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/;

/** @returns why a rule is invalid, or null */
export function findRepeatProblem(repeat: string): string | null {
  const parts = new Map<string, string>();
  for (const part of repeat.split(";")) {
    const [name = "", value = "", ...rest] = part.split("=");
    if (rest.length > 0 || value === "" || parts.has(name)) return `'${part}' is not supported`;
    parts.set(name, value);
  }
  const frequency = parts.get("FREQ");
  if (frequency === undefined || !frequencies.includes(frequency))
    return `FREQ must be one of ${frequencies.join(", ")}`;
  if (parts.has("COUNT") && parts.has("UNTIL")) return "use COUNT or UNTIL, not both";
  for (const [name, value] of parts) {
    const problem = partProblem(name, value, frequency);
    if (problem !== null) return problem;
  }
  return null;
}

function partProblem(name: string, value: string, frequency: string): string | null {
  switch (name) {
    case "FREQ":
      return null;
    case "INTERVAL":
      return isWithin(value, MAX_INTERVAL) ? null : `INTERVAL must be 1 to ${MAX_INTERVAL}`;
    case "COUNT":
      return isWithin(value, MAX_COUNT) ? null : `COUNT must be 1 to ${MAX_COUNT}`;
    case "UNTIL":
      return isRuleDate(value) ? null : "UNTIL must be a date such as 20271231";
    case "BYDAY":
      return value.split(",").every((day) => isDay(day, frequency))
        ? null
        : "BYDAY must be days such as MO,WE; with FREQ=MONTHLY also 1MO or -1FR";
    default:
      return `'${name}' is not one of FREQ, INTERVAL, BYDAY, COUNT and UNTIL`;
  }
}

function isWithin(text: string, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

function isDay(text: string, frequency: string): boolean {
  const found = dayPattern.exec(text);
  return found !== null && (found.groups?.["nth"] === undefined || frequency === "MONTHLY");
}

function isRuleDate(text: string): boolean {
  const { year, month, day } = datePattern.exec(text)?.groups ?? {};
  return year !== undefined && isDate(`${year}-${month}-${day}`);
}

/**
 * The days from `fromDate` to `untilDate`, inclusive, on which something begins.
 * @param startsAt the first start, in local time
 */
export function listDates(
  {
    startsAt,
    repeat,
    except,
  }: {
    readonly startsAt: string;
    readonly repeat: string | null;
    readonly except: readonly string[];
  },
  { fromDate, untilDate }: { readonly fromDate: string; readonly untilDate: string },
): readonly string[] {
  const first = startsAt.slice(0, "2027-01-01".length);
  if (first > untilDate) return [];
  const dates =
    repeat === null
      ? [first].filter((date) => date >= fromDate)
      : ruleOf(first, repeat)
          .between(dayOf(fromDate), dayOf(untilDate), true)
          .map((day) => day.toPlainDate().toString());
  return dates.filter((date) => !except.includes(date));
}

const MAX_KEPT = 2000;
/** Each rule is parsed once: parsing takes far longer than listing a week. */
const known = new Map<string, ReturnType<typeof readRule>>();

function ruleOf(first: string, repeat: string): ReturnType<typeof readRule> {
  const key = `${first} ${repeat}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const rule = readRule(first, repeat);
  if (known.size >= MAX_KEPT) known.clear();
  known.set(key, rule);
  return rule;
}

/** Lists days in UTC, since dates don't depend on the time zone; local times are resolved later. */
function readRule(first: string, repeat: string) {
  const rruleString = `DTSTART;TZID=UTC:${first.replaceAll("-", "")}T000000\nRRULE:${repeat}`;
  return new RRuleTemporal({ rruleString, temporal: Temporal });
}

function dayOf(date: string): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(date).toZonedDateTime("UTC");
}
