import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { localDateSchema, occurrenceSchema, onNowCall } from "./on-now.ts";

/** Maximum entries per schedule, and days per query. */
export const MAX_SCHEDULE_ENTRIES = 1000;
export const MAX_SCHEDULE_DAYS = 35;

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00)?$/;
const REPEAT = /^[A-Z0-9=;,+-]{1,200}$/;

/** A local time without a zone: "2027-03-01T18:00"; responses add ":00". */
const localTimeSchema = z
  .string()
  .check(z.regex(LOCAL_TIME, "enter a date and a time such as 2027-03-01T18:00"));

export const scheduledSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("show"), showId: z.uuid() }),
  z.object({ kind: z.literal("clock"), clockId: z.uuid() }),
]);
export type Scheduled = z.infer<typeof scheduledSchema>;

export const scheduleEntryShape = {
  what: scheduledSchema,
  /** The first start, in the station's time zone. */
  startsAt: localTimeSchema,
  durationMinutes: z.int().check(z.minimum(5), z.maximum(1440)),
  /** RFC 5545 rule without DTSTART, such as "FREQ=WEEKLY;BYDAY=MO,WE"; null: once. */
  repeat: z.nullable(
    z.string().check(z.regex(REPEAT, "enter a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO")),
  ),
  /** Days skipped. */
  except: z.array(localDateSchema).check(z.maxLength(500)),
  /** Where entries overlap, the higher priority wins. */
  priority: z.int().check(z.minimum(0), z.maximum(9)),
};

export const scheduleEntrySchema = z.object({
  id: z.uuid(),
  ...scheduleEntryShape,
  /** Incremented with each change; changes based on an older version are refused. */
  version: z.int(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;

/** What is on air when. */
export const scheduleCalls = defineCalls({
  getSchedule: {
    method: "GET",
    path: "/api/schedule",
    response: z.object({
      timeZone: z.string(),
      occurrences: z.array(occurrenceSchema),
      /** Named days. An item that fills a holiday has the holiday's id as `entryId`. */
      holidays: z.array(z.object({ id: z.uuid(), date: localDateSchema, name: z.string() })),
    }),
  },
  getOnNow: onNowCall,
  listScheduleEntries: {
    method: "GET",
    path: "/api/schedule/entries",
    response: z.array(scheduleEntrySchema),
  },
  createScheduleEntry: {
    method: "POST",
    path: "/api/schedule/entries",
    response: scheduleEntrySchema,
  },
  changeScheduleEntry: {
    method: "PATCH",
    path: "/api/schedule/entries/:id",
    response: scheduleEntrySchema,
  },
  removeScheduleEntry: {
    method: "DELETE",
    path: "/api/schedule/entries/:id",
    response: z.object({ isRemoved: z.literal(true) }),
  },
  changeOccurrence: {
    method: "POST",
    path: "/api/schedule/entries/:id/occurrences/:date",
    response: z.array(scheduleEntrySchema),
  },
  copyWeek: {
    method: "POST",
    path: "/api/schedule/copy-week",
    response: z.object({ copied: z.int() }),
  },
});

/** Calendar feeds are not JSON. */
export const calendarsCalls = defineCalls({
  getScheduleCalendar: {
    method: "GET",
    path: "/api/schedule.ics",
    response: z.string(),
  },
  getShowCalendar: {
    method: "GET",
    path: "/api/shows/:slug.ics",
    response: z.string(),
  },
});
