import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  holidayDaySchema,
  holidaysCalls,
  holidayShape,
  MAX_CALENDAR_CHARACTERS,
  MAX_HOLIDAYS,
  type Holiday,
} from "./holidays.ts";

const newHolidaySchema = z.object({
  ...holidayShape,
  isYearly: z._default(holidayShape.isYearly, false),
});
export type NewHoliday = z.output<typeof newHolidaySchema>;

const holidayChangeSchema = z.extend(z.partial(z.object(holidayShape)), { version: z.int() });
export type HolidayChange = z.infer<typeof holidayChangeSchema>;

const importSchema = z.object({
  /** Contents of an iCalendar file. */
  calendar: z.string().check(z.maxLength(MAX_CALENDAR_CHARACTERS)),
  day: holidayDaySchema,
});
export type HolidayImport = z.infer<typeof importSchema>;

const params = z.object({ id: z.uuid().check(z.describe("Id of the holiday")) });

const holidayExample: Holiday = {
  id: "2b6c9d1e-7f3a-4c58-9b0d-4e8f1a2c3d5b",
  date: "2026-12-25",
  name: "Christmas Day",
  isYearly: true,
  day: { kind: "weekday", weekday: 7 },
  version: 1,
};
const { id: _id, version: _version, ...newExample } = holidayExample;

export const holidaysApi = defineApi(holidaysCalls, {
  listHolidays: {
    access: "signed-in",
    summary: "Days on which the schedule is another one, by date",
    example: { response: [holidayExample] },
  },
  createHoliday: {
    access: "programme",
    errors: ["not_found", "conflict", "invalid_request"],
    summary: `Name a day, and say what happens on it; ${MAX_HOLIDAYS} at most`,
    body: newHolidaySchema,
    example: { body: newExample, response: holidayExample },
  },
  changeHoliday: {
    access: "programme",
    errors: ["not_found", "conflict", "invalid_request"],
    summary: "Change a holiday",
    params,
    body: holidayChangeSchema,
    example: { body: { version: 1, day: { kind: "nothing" } }, response: holidayExample },
  },
  removeHoliday: {
    access: "programme",
    errors: ["not_found"],
    summary: "Remove a holiday: its day is a usual one again",
    params,
    example: { response: { isRemoved: true } },
  },
  importHolidays: {
    access: "programme",
    errors: ["not_found", "conflict", "invalid_request"],
    summary: "Add the whole days of an iCalendar file that are to come, such as public holidays",
    body: importSchema,
    example: {
      body: { calendar: "BEGIN:VCALENDAR…", day: { kind: "weekday", weekday: 7 } },
      response: { added: 11, known: 0, leftOut: 40 },
    },
  },
});
