import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { programmeColorSchema } from "./clocks.ts";

/** How many entries a schedule can have, and the longest span of one query, in days. */
export const MAX_SCHEDULE_ENTRIES = 1000;
export const MAX_SCHEDULE_DAYS = 35;

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::00)?$/;
const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/;
const REPEAT = /^[A-Z0-9=;,+-]{1,200}$/;

/** A local time without a zone: "2027-03-01T18:00"; responses add ":00". */
const localTimeSchema = z
  .string()
  .check(z.regex(LOCAL_TIME, "enter a date and a time such as 2027-03-01T18:00"));
/** A local date. */
export const localDateSchema = z
  .string()
  .check(z.regex(LOCAL_DATE, "enter a date such as 2027-03-01"));

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
  /** A rule of RFC 5545 without DTSTART, such as "FREQ=WEEKLY;BYDAY=MO,WE"; null: once. */
  repeat: z.nullable(
    z.string().check(z.regex(REPEAT, "enter a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO")),
  ),
  /** Days on which it is left out. */
  except: z.array(localDateSchema).check(z.maxLength(500)),
  /** Where entries overlap, the higher priority is on air. */
  priority: z.int().check(z.minimum(0), z.maximum(9)),
};

export const scheduleEntrySchema = z.object({
  id: z.uuid(),
  ...scheduleEntryShape,
  /** Goes up with each change; a change to an older version is refused. */
  version: z.int(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;

/** One occurrence of an entry. */
export const occurrenceSchema = z.object({
  entryId: z.uuid(),
  /** The date on which it begins, in the station's time zone. */
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
  /** Whether another entry is on air instead. */
  covered: z.enum(["no", "partly", "whole"]),
  /** The name of that entry's show or clock. */
  coveredBy: z.nullable(z.string()),
});
export type Occurrence = z.infer<typeof occurrenceSchema>;

/** What is on and what comes next, with the times of the parts that are on. */
export const onNowSchema = z.object({
  now: z.nullable(occurrenceSchema),
  next: z.nullable(occurrenceSchema),
});
export type OnNow = z.infer<typeof onNowSchema>;

/** What is on air when. */
export const scheduleCalls = defineCalls({
  getSchedule: {
    method: "GET",
    path: "/api/schedule",
    response: z.object({
      timeZone: z.string(),
      occurrences: z.array(occurrenceSchema),
      /** Days with a name of their own. What a holiday has all day has its id as `entryId`. */
      holidays: z.array(z.object({ id: z.uuid(), date: localDateSchema, name: z.string() })),
    }),
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
