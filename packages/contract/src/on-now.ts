import * as z from "zod/mini";
import type { Call } from "./call.ts";
import { programmeColorSchema } from "./programme-colors.ts";

const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/;

/** A local date. */
export const localDateSchema = z
  .string()
  .check(z.regex(LOCAL_DATE, "enter a date such as 2027-03-01"));

/** One occurrence of an entry. */
export const occurrenceSchema = z.object({
  entryId: z.uuid(),
  /** The date it begins, in the station's time zone. */
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

/** What is on now and next, with the times of the parts on now. */
export const onNowSchema = z.object({
  now: z.nullable(occurrenceSchema),
  next: z.nullable(occurrenceSchema),
});
export type OnNow = z.infer<typeof onNowSchema>;

/** Separate from the other schedule calls, since every page makes this one. */
export const onNowCall = {
  method: "GET",
  path: "/api/schedule/now",
  response: onNowSchema,
} as const satisfies Call;
