import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { localDateSchema, type Occurrence } from "./on-now.ts";
import {
  calendarsCalls,
  MAX_SCHEDULE_DAYS,
  MAX_SCHEDULE_ENTRIES,
  scheduleCalls,
  scheduleEntryShape,
  type ScheduleEntry,
} from "./schedule.ts";

const newEntrySchema = z.object({
  ...scheduleEntryShape,
  repeat: z._default(scheduleEntryShape.repeat, null),
  except: z._default(scheduleEntryShape.except, []),
  priority: z._default(scheduleEntryShape.priority, 0),
});
export type NewScheduleEntry = z.output<typeof newEntrySchema>;

const entryChangeSchema = z.extend(z.partial(z.object(scheduleEntryShape)), { version: z.int() });
export type ScheduleEntryChange = z.infer<typeof entryChangeSchema>;

const occurrenceChangeSchema = z.object({
  startsAt: z.optional(scheduleEntryShape.startsAt),
  durationMinutes: z.optional(scheduleEntryShape.durationMinutes),
  isCancelled: z._default(z.boolean(), false),
  version: z.int(),
});
export type OccurrenceChange = z.output<typeof occurrenceChangeSchema>;

const params = z.object({ id: z.uuid().check(z.describe("Id of the entry")) });

const entryExample: ScheduleEntry = {
  id: "9d5f7c2a-1b3e-4e6d-9a8c-7f6e5d4c3b2a",
  what: { kind: "show", showId: "3c8e4a17-9f2b-4d65-8e01-5a7b9c3d2f10" },
  startsAt: "2027-03-01T20:00:00",
  durationMinutes: 120,
  repeat: "FREQ=WEEKLY;BYDAY=MO",
  except: ["2027-03-29"],
  priority: 0,
  version: 3,
};
const { id: _id, version: _version, ...newExample } = entryExample;
const occurrenceExample: Occurrence = {
  entryId: entryExample.id,
  date: "2027-03-01",
  startsAt: "2027-03-01T19:00:00.000Z",
  endsAt: "2027-03-01T21:00:00.000Z",
  show: {
    id: "3c8e4a17-9f2b-4d65-8e01-5a7b9c3d2f10",
    name: "Night Flight",
    slug: "night-flight",
    color: "violet",
    pictureUrl: null,
    hosts: ["Vega"],
  },
  clock: null,
  isLive: true,
  covered: "no",
  coveredBy: null,
};

export const scheduleApi = defineApi(scheduleCalls, {
  getSchedule: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    errors: ["invalid_request"],
    summary: `What is on when, within at most ${MAX_SCHEDULE_DAYS} days`,
    query: z.object({
      from: z.iso.datetime().check(z.describe("A moment such as 2027-03-01T00:00:00Z")),
      to: z.iso.datetime().check(z.describe("A later moment")),
    }),
    example: {
      response: { timeZone: "Europe/Berlin", occurrences: [occurrenceExample], holidays: [] },
    },
  },
  getOnNow: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    summary: "The show that is on, and the next one",
    example: { response: { now: occurrenceExample, next: null } },
  },
  listScheduleEntries: {
    access: "signed-in",
    summary: "The schedule entries, by first start",
    example: { response: [entryExample] },
  },
  createScheduleEntry: {
    access: "programme",
    errors: ["not_found", "conflict", "invalid_request"],
    summary: `Add a show or a clock to the schedule, which can have ${MAX_SCHEDULE_ENTRIES} entries`,
    body: newEntrySchema,
    example: { body: newExample, response: entryExample },
  },
  changeScheduleEntry: {
    access: "programme",
    errors: ["not_found", "conflict", "invalid_request"],
    summary: "Change an entry with all its occurrences",
    params,
    ignoredFields: ["id"],
    body: entryChangeSchema,
    example: { body: { version: 2, durationMinutes: 180 }, response: entryExample },
  },
  removeScheduleEntry: {
    access: "programme",
    errors: ["not_found"],
    summary: "Remove an entry with all its occurrences",
    params,
    example: { response: { isRemoved: true } },
  },
  changeOccurrence: {
    access: "programme",
    errors: ["not_found", "conflict", "invalid_request"],
    summary: "Move or cancel one occurrence of a repeating entry",
    params: z.extend(params, {
      date: localDateSchema.check(z.describe("The date on which it begins by the entry's rule")),
    }),
    body: occurrenceChangeSchema,
    example: { body: { isCancelled: true, version: 2 }, response: [entryExample] },
  },
  copyWeek: {
    access: "programme",
    errors: ["conflict", "invalid_request"],
    summary: "Copy the occurrences of one week into another, as entries that happen once",
    body: z.object({ from: localDateSchema, to: localDateSchema }),
    example: { body: { from: "2027-03-01", to: "2027-03-08" }, response: { copied: 12 } },
  },
});

export const calendarsApi = defineApi(calendarsCalls, {
  getScheduleCalendar: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    mediaType: "text/calendar",
    summary: "The shows of the next eight weeks as iCalendar, to subscribe to",
  },
  getShowCalendar: {
    access: "public",
    isForAnyone: true,
    isForOtherSites: true,
    mediaType: "text/calendar",
    errors: ["not_found"],
    summary: "The dates of a show in the next eight weeks as iCalendar, to subscribe to",
    params: z.object({
      slug: z.string().check(z.maxLength(100), z.describe("Its address below /shows/")),
    }),
  },
});
