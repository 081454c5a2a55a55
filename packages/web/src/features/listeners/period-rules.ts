import type { ListeningHistory } from "@neonrelay/contract/callers";
import { daysBetween, daysLater, mondayOf } from "../../ui/calendar-dates.ts";

const DAY_MS = 86_400_000;
/** Up to so many days a curve has hours, days and weeks; longer ones have months. */
const MAX_DAYS_BY = { hour: 14, day: 92, week: 400 } as const;

export const periods = [
  { value: "7-days", name: "7 days" },
  { value: "30-days", name: "30 days" },
  { value: "12-weeks", name: "12 weeks" },
  { value: "12-months", name: "12 months" },
  { value: "own", name: "Own dates" },
] as const;
export type PeriodName = (typeof periods)[number]["value"];

/** Days of the station's calendar, 'YYYY-MM-DD', both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Period extends Days {
  readonly name: PeriodName;
  readonly step: ListeningHistory["step"];
  /** As many days before it, that begin at the same place of a week, or of a year. */
  readonly before: Days;
}

/**
 * A period that ends today, or days of one's own. Twelve weeks begin on a Monday and twelve months on a 1st, so that
 * only the last step is incomplete; the period before ends as early in its last step.
 * @param own used by the name `own` only
 */
export function periodOf(
  name: PeriodName,
  { today, own }: { readonly today: string; readonly own: Days },
): Period {
  switch (name) {
    case "7-days":
      return { name, step: "hour", ...daysUntil(today, 7) };
    case "30-days":
      return { name, step: "day", ...daysUntil(today, 30) };
    case "12-weeks": {
      const days = { from: daysLater(mondayOf(today), -7 * 11), to: today };
      return { name, step: "week", ...days, before: shifted(days, (day) => daysLater(day, -84)) };
    }
    case "12-months": {
      const days = { from: `${monthsLater(today, -11).slice(0, 7)}-01`, to: today };
      return {
        name,
        step: "month",
        ...days,
        before: shifted(days, (day) => monthsLater(day, -12)),
      };
    }
    case "own":
      return { name, step: stepFor(own), ...own, before: shiftedByItsLength(own) };
    default:
      return name satisfies never;
  }
}

function daysUntil(today: string, count: number): Days & { readonly before: Days } {
  const days = { from: daysLater(today, 1 - count), to: today };
  return { ...days, before: shiftedByItsLength(days) };
}

function shiftedByItsLength(days: Days): Days {
  return shifted(days, (day) => daysLater(day, -dayCount(days)));
}

function shifted({ from, to }: Days, shift: (day: string) => string): Days {
  return { from: shift(from), to: shift(to) };
}

function stepFor(days: Days): Period["step"] {
  const count = dayCount(days);
  if (count <= MAX_DAYS_BY.hour) return "hour";
  if (count <= MAX_DAYS_BY.day) return "day";
  return count <= MAX_DAYS_BY.week ? "week" : "month";
}

/** What is wrong with days that someone has entered; undefined if nothing. */
export function daysProblem({ from, to }: Days, maxDays: number): string | undefined {
  if (!isDay(from) || !isDay(to)) return "Enter the first and the last day.";
  if (from > to) return "The last day is before the first.";
  if (dayCount({ from, to }) > maxDays) return `At most ${maxDays} days.`;
  return undefined;
}

function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function dayCount({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/** The same day of another month, or its last one. */
function monthsLater(day: string, months: number): string {
  const at = new Date(day);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 1);
  const last = new Date(next - DAY_MS).getUTCDate();
  return daysLater(new Date(first).toISOString().slice(0, 10), Math.min(at.getUTCDate(), last) - 1);
}

type Step = ListeningHistory["steps"][number];

/** A step of a curve beside that of the period before. */
export interface StepPair {
  readonly step: Step;
  /** undefined: there is none, or it is not loaded. */
  readonly before: Step | undefined;
}

/**
 * Puts the steps of two periods side by side: the nth of a day beside the nth of the same day of the period before, so
 * that hours stay in line over a change of the clocks. Steps that have not begun are left out.
 */
export function pairSteps(
  steps: readonly Step[],
  { before, nowMs }: { readonly before: readonly Step[]; readonly nowMs: number },
): readonly StepPair[] {
  const daysBefore = [...Map.groupBy(before, ({ date }) => date).values()];
  return [...Map.groupBy(steps, ({ date }) => date).values()]
    .flatMap((day, dayIndex) =>
      day.map((step, index) => ({ step, before: daysBefore[dayIndex]?.[index] })),
    )
    .filter(({ step }) => Date.parse(step.from) < nowMs);
}
