import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** The longest span of one query, in days. */
export const MAX_SPOT_DAYS = 366;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/** `on-air`: on air now. `cut`: not heard in full. */
export const spotOutcomes = ["on-air", "whole", "cut"] as const;

/** A spot that was on air. */
export const spotAiringSchema = z.object({
  /** The id of the play in the history. */
  id: z.uuid(),
  /** null: since removed from the library. */
  trackId: z.nullable(z.uuid()),
  title: z.string(),
  artist: z.string(),
  /** Where it was planned; null: nowhere, or not in the plan. */
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** Slot number in the clock, from 1; null: none, or since removed. */
  slotNumber: z.nullable(z.int()),
  /** Whether it came from a spot break; null: chosen by the plan, whose reasons are gone. */
  isBreak: z.nullable(z.boolean()),
  /** Its slot's time, else the last expected time; null: not in the plan. */
  plannedAt: z.nullable(z.iso.datetime()),
  airedAt: z.iso.datetime(),
  /** Its length, and how much of it was audible, in ms. */
  lengthMs: z.int(),
  playedMs: z.nullable(z.int()),
  outcome: z.enum(spotOutcomes),
  /** Listeners at its start; null: unknown. */
  listeners: z.nullable(z.int()),
});
export type SpotAiring = z.infer<typeof spotAiringSchema>;

export const spotLogSchema = z.object({
  /** Days begin at midnight in this time zone. */
  timeZone: z.string(),
  /** A page, newest first. */
  airings: z.array(spotAiringSchema),
  /** The total number. */
  total: z.int(),
  /** A page of plays per spot and day, newest day first. */
  days: z.array(
    z.object({
      date: z.string(),
      title: z.string(),
      artist: z.string(),
      whole: z.int(),
      cut: z.int(),
    }),
  ),
  /** Total rows of `days`. */
  dayTotal: z.int(),
  /** The spots aired on these days, by title, regardless of the query's spot; the first 500. */
  spots: z.array(z.object({ trackId: z.uuid(), title: z.string(), artist: z.string() })),
});
export type SpotLog = z.infer<typeof spotLogSchema>;

/** Which spots were on air, and when. */
export const spotsCalls = defineCalls({
  getSpotLog: {
    method: "GET",
    path: "/api/spots",
    response: spotLogSchema,
  },
});

export const spotFilesCalls = defineCalls({
  downloadSpotLog: {
    method: "GET",
    path: "/api/spots.csv",
    response: z.file(),
  },
});
