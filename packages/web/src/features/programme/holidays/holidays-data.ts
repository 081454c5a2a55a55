import {
  type Clock,
  type Holiday,
  type HolidayDay,
  holidaysCalls,
} from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../../api/call-api.ts";
import { stationData } from "../../../api/query-client.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf } from "../../../ui/count-of.ts";
import { scheduleChanges } from "../schedule-data.ts";
import { weekdayName, weekdays } from "../../../ui/calendar-dates.ts";

const labels = { date: "Date", name: "Name", day: "On this day" };
const changes = [holidaysCalls.listHolidays.path, ...scheduleChanges];

/** Ordered by first date. */
export function useHolidays() {
  return useQuery<Holiday[]>({
    ...stationData,
    queryKey: [holidaysCalls.listHolidays.path],
    queryFn: ({ signal }) => callApi(holidaysCalls.listHolidays, {}, signal),
    staleTime: 0,
  });
}

export function useSaveHoliday() {
  return useCommand({
    run: ({
      stored,
      draft,
    }: {
      /** undefined: a new one. */
      readonly stored: Holiday | undefined;
      readonly draft: HolidayDraft;
    }) =>
      stored === undefined
        ? callApi(holidaysCalls.createHoliday, { body: draft })
        : callApi(holidaysCalls.changeHoliday, {
            params: { id: stored.id },
            body: { ...draft, version: stored.version },
          }),
    done: ({ name }) => ({ title: "Holiday Saved", text: name }),
    failure: "The holiday could not be saved",
    labels,
    changes,
  });
}

export function useRemoveHoliday() {
  return useCommand({
    run: ({ id }: Holiday) => callApi(holidaysCalls.removeHoliday, { params: { id } }),
    done: { title: "Holiday Removed" },
    failure: "The holiday could not be removed",
    changes,
  });
}

/** Adds the all-day events of a calendar file. */
export function useImportHolidays() {
  return useCommand({
    run: async ({ file, day }: { readonly file: File; readonly day: HolidayDay }) =>
      callApi(holidaysCalls.importHolidays, { body: { calendar: await file.text(), day } }),
    done: ({ added, known, leftOut }) => ({
      title: "Holidays Imported",
      text: `${countOf(added, "day")} added, ${known} there already, ${leftOut} left out.`,
    }),
    failure: "The file could not be imported",
    labels: { calendar: "The file", day: "On these days" },
    changes,
  });
}

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
