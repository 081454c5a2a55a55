import type { Clock, Holiday, HolidayDay } from "@neonrelay/contract/callers";
import { weekdayName, weekdays } from "../week/calendar-dates.ts";

/** A holiday being edited. */
export type HolidayDraft = Omit<Holiday, "id" | "version">;

export function newHoliday(date: string): HolidayDraft {
  return { date, name: "", isYearly: false, day: { kind: "weekday", weekday: 7 } };
}

/** A list of what can happen on a holiday. */
export function dayChoices(
  clocks: readonly Clock[],
): readonly { readonly value: string; readonly name: string; readonly day: HolidayDay }[] {
  const days: readonly HolidayDay[] = [
    { kind: "usual" },
    ...weekdays.map((_, index) => ({ kind: "weekday", weekday: index + 1 }) as const),
    { kind: "nothing" },
    ...clocks.map(({ id }) => ({ kind: "clock", clockId: id }) as const),
  ];
  return days.map((day) => ({ value: dayValue(day), name: dayKindWords(day, clocks), day }));
}

export function dayValue(day: HolidayDay): string {
  if (day.kind === "weekday") return `weekday ${day.weekday}`;
  return day.kind === "clock" ? `clock ${day.clockId}` : day.kind;
}

/** 'As on Sundays'. */
export function dayKindWords(day: HolidayDay, clocks: readonly Clock[]): string {
  switch (day.kind) {
    case "usual":
      return "The usual week";
    case "weekday":
      return `As on ${weekdayName(weekdays[day.weekday - 1] ?? "SU")}s`;
    case "nothing":
      return "Nothing that repeats";
    case "clock":
      return `All day the clock ${clocks.find(({ id }) => id === day.clockId)?.name ?? "that was removed"}`;
    default:
      return day satisfies never;
  }
}
