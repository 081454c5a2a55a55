import { Temporal } from "temporal-polyfill";
import { addDays, momentOf } from "../schedule/local-time-rules.ts";

/** Maximum steps of one answer: 33 days by the hour, two years by the day. */
export const MAX_STEPS = 800;

export type StepLength = "hour" | "day" | "week" | "month";

/** A step of a curve. */
export interface Step {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Its days, the second one excluded. */
  readonly fromDate: string;
  readonly untilDate: string;
}

interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

/**
 * Divides days of the station's calendar, first to last. Weeks begin on Monday and months on the 1st, so the first and
 * the last step may be cut. Hours are those that pass: the days on which clocks change have 23 and 25.
 * @returns null when there would be more than `MAX_STEPS`
 */
export function stepsOf(
  { from, to }: Days,
  { step, timeZone }: { readonly step: StepLength; readonly timeZone: string },
): readonly Step[] | null {
  const end = addDays(to, 1);
  const midnightOf = (date: string) => momentOf(`${date}T00:00`, timeZone);
  const steps: Step[] = [];
  for (let date = from; date < end;) {
    const next = step === "hour" ? addDays(date, 1) : nextDate(date, step);
    const untilDate = next < end ? next : end;
    const [fromMs, untilMs] = [midnightOf(date), midnightOf(untilDate)];
    const days = { fromDate: date, untilDate };
    if (step === "hour")
      steps.push(...hoursBetween(fromMs, untilMs).map((hour) => ({ ...hour, ...days })));
    else steps.push({ fromMs, untilMs, ...days });
    if (steps.length > MAX_STEPS) return null;
    date = untilDate;
  }
  return steps;
}

function nextDate(date: string, step: Exclude<StepLength, "hour">): string {
  const day = Temporal.PlainDate.from(date);
  switch (step) {
    case "day":
      return addDays(date, 1);
    case "week":
      return addDays(date, 8 - day.dayOfWeek);
    case "month":
      return day.with({ day: 1 }).add({ months: 1 }).toString();
    default:
      return step satisfies never;
  }
}

const HOUR_MS = 3_600_000;

function hoursBetween(
  fromMs: number,
  untilMs: number,
): readonly { readonly fromMs: number; readonly untilMs: number }[] {
  const count = Math.ceil((untilMs - fromMs) / HOUR_MS);
  return Array.from({ length: count }, (_hour, index) => ({
    fromMs: fromMs + index * HOUR_MS,
    untilMs: Math.min(fromMs + (index + 1) * HOUR_MS, untilMs),
  }));
}
