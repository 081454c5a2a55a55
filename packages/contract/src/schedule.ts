import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { programmeColorSchema } from "./clocks.ts";

/** Most entries of a schedule, and the longest span that is asked for at once, in days. */
export const MAX_SCHEDULE_ENTRIES = 1000;
export const MAX_SCHEDULE_DAYS = 35;

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00)?$/;
const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/;
const REPEAT = /^[A-Z0-9=;,+-]{1,200}$/;

/** A time on the station's clocks, without a zone: "2027-03-01T18:00", answered with ":00". */
const localTimeSchema = z
  .string()
  .check(z.regex(LOCAL_TIME, "give a date and a time such as 2027-03-01T18:00"));
/** A day on the station's calendar. */
export const localDateSchema = z
  .string()
  .check(z.regex(LOCAL_DATE, "give a date such as 2027-03-01"));

export const scheduledSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("show"), showId: z.uuid() }),
  z.object({ kind: z.literal("clock"), clockId: z.uuid() }),
]);
export type Scheduled = z.infer<typeof scheduledSchema>;

export const scheduleEntryShape = {
  what: scheduledSchema,
  /** The first beginning, in the station's time zone. */
  startsAt: localTimeSchema,
  durationMinutes: z.int().check(z.minimum(5), z.maximum(1440)),
  /** A rule of RFC 5545 without DTSTART, such as "FREQ=WEEKLY;BYDAY=MO,WE"; null: once. */
  repeat: z.nullable(
    z.string().check(z.regex(REPEAT, "give a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO")),
  ),
  /** Days on which it does not happen. */
  except: z.array(localDateSchema).check(z.maxLength(500)),
  /** Where entries overlap, the higher one is on air. */
  priority: z.int().check(z.minimum(0), z.maximum(9)),
};

export const scheduleEntrySchema = z.object({
  id: z.uuid(),
  ...scheduleEntryShape,
  /** Goes up with each change; a change of an older one is refused. */
  version: z.int(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;

/** One time that an entry happens. */
export const occurrenceSchema = z.object({
  entryId: z.uuid(),
  /** The day of its beginning, in the station's time zone. */
  date: localDateSchema,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  show: z.nullable(
    z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      color: programmeColorSchema,
      pictureUrl: z.nullable(z.string()),
      hosts: z.array(z.string()),
    }),
  ),
  clock: z.nullable(z.object({ id: z.uuid(), name: z.string(), color: programmeColorSchema })),
  isLive: z.boolean(),
  /** Whether something else is on air instead. */
  covered: z.enum(["no", "partly", "whole"]),
  /** The name of what covers it. */
  coveredBy: z.nullable(z.string()),
});
export type Occurrence = z.infer<typeof occurrenceSchema>;

/** What is on, and what comes next; their times are those of the parts that are on. */
export const onNowSchema = z.object({
  now: z.nullable(occurrenceSchema),
  next: z.nullable(occurrenceSchema),
});
export type OnNow = z.infer<typeof onNowSchema>;

/** When what is on air. */
export const scheduleCalls = defineCalls({
  getSchedule: {
    method: "GET",
    path: "/api/schedule",
    response: z.object({ timeZone: z.string(), occurrences: z.array(occurrenceSchema) }),
  },
  getOnNow: {
    method: "GET",
    path: "/api/schedule/now",
    response: onNowSchema,
  },
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

/** Feeds for calendars, which are not JSON. */
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
