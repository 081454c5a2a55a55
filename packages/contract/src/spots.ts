import * as z from "zod/mini";
import { defineCalls } from "./call.ts";

/** Longest span of the log that is asked for at once, in days. */
export const MAX_SPOT_DAYS = 366;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/** `on-air`: it is heard now. `cut`: less of it was heard than there is. */
export const spotOutcomes = ["on-air", "whole", "cut"] as const;

/** A spot that was on air. */
export const spotAiringSchema = z.object({
  /** Of the play in the history. */
  id: z.uuid(),
  /** null: it has left the library since. */
  trackId: z.nullable(z.uuid()),
  title: z.string(),
  artist: z.string(),
  /** Where it was planned; null: there was none, or it did not come from the plan. */
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** Which slot of the clock, counted from 1; null: of none, or the clock has lost it since. */
  slotNumber: z.nullable(z.int()),
  /** A slot that is a spot break gave it. */
  isBreak: z.boolean(),
  /** The time of its slot, else what the plan expected last; null: it did not come from the plan. */
  plannedAt: z.nullable(z.iso.datetime()),
  airedAt: z.iso.datetime(),
  /** How long it is, and how much of it was heard, in ms. */
  lengthMs: z.int(),
  playedMs: z.nullable(z.int()),
  outcome: z.enum(spotOutcomes),
  /** Listeners as it began; null: not known. */
  listeners: z.nullable(z.int()),
});
export type SpotAiring = z.infer<typeof spotAiringSchema>;

export const spotLogSchema = z.object({
  /** Days begin at midnight there. */
  timeZone: z.string(),
  /** Newest first; at most as many as were asked for. */
  airings: z.array(spotAiringSchema),
  /** How many there are. */
  total: z.int(),
  /** How often each spot was on air on each day, the newest day first. */
  days: z.array(
    z.object({
      date: z.string(),
      title: z.string(),
      artist: z.string(),
      whole: z.int(),
      cut: z.int(),
    }),
  ),
  /** Spots that were on air within these days, by title, whichever of them was asked for. */
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
