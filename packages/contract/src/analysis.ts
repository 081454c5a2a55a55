import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { planReasonSchema } from "./plan.ts";
import { contentKinds, trackIdSchema } from "./tracks.ts";

/** How far ahead the programme is worked out, in days. */
export const COMING_DAYS = 7;
/** How far back what was on air can be analysed, in weeks. */
export const MAX_PAST_WEEKS = 12;
/** Most rows that a table of the analysis has. */
export const MAX_ANALYSIS_ROWS = 100;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/** How even a playlist is, and how long it lasts. */
const playlistTurnoverSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** That can be played now. */
  trackCount: z.int(),
  /** How many of them came. */
  playedCount: z.int(),
  spins: z.int(),
  /** Spins of the tracks that came least and most often. */
  lowest: z.int(),
  highest: z.int(),
  /** How long it takes until each track has come once; null: it gave none. */
  turnoverHours: z.nullable(z.number()),
});

const artistSpinsSchema = z.object({
  artist: z.string(),
  /** Different tracks that came. */
  trackCount: z.int(),
  spins: z.int(),
});

const begunSchema = z.object({
  at: z.iso.datetime(),
  /** null: it is no longer in the library. */
  trackId: z.nullable(trackIdSchema),
  title: z.string(),
  artist: z.string(),
});

/** Two plays of the same artist, title or album, from beginning to beginning. */
const gapSchema = z.object({
  name: z.string(),
  minutes: z.int(),
  /** Shorter than the rule of separation wants. */
  isTooShort: z.boolean(),
  first: begunSchema,
  second: begunSchema,
});
export type AnalysisGap = z.infer<typeof gapSchema>;

const gapsSchema = z.object({
  /** What the rule wants; 0: the rule is off. */
  ruleMinutes: z.int(),
  /** The shortest first. */
  shortest: z.array(gapSchema),
});

/**
 * Why a track did not come. `not-in-rotation`: it is marked so; `no-playlist`: nothing that is used has it; `no-turn`:
 * its playlists have no turn, and no show or clock uses them; `waits`: its turn comes later.
 */
export const neverReasons = ["not-in-rotation", "no-playlist", "no-turn", "waits"] as const;

const neverPlayedSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  kind: z.enum(contentKinds),
  /** That have it. */
  playlists: z.array(nameSchema),
  reason: z.enum(neverReasons),
});
export type NeverPlayed = z.infer<typeof neverPlayedSchema>;

/** What did not come as the schedule has it. */
const analysisProblemSchema = z.object({
  sentence: z.string(),
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** Of the clock; null: of no slot. */
  slotId: z.nullable(z.uuid()),
  /** The playlist that had nothing to give; null: something else is the matter. */
  playlist: z.nullable(nameSchema),
  times: z.int(),
  /** When, the first few times. */
  at: z.array(z.iso.datetime()),
});
export type AnalysisProblem = z.infer<typeof analysisProblemSchema>;

/** How the programme was or will be. */
export const analysisSchema = z.object({
  timeZone: z.string(),
  /** The first beginning and the last end; null: nothing was or will be on air by the programme. */
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
  /** false: there was too much to look at, so it ends earlier. */
  isWhole: z.boolean(),
  itemCount: z.int(),
  playlists: z.array(playlistTurnoverSchema),
  artistCount: z.int(),
  /** Those with the most spins first. */
  artists: z.array(artistSpinsSchema),
  separation: z.object({ artist: gapsSchema, title: gapsSchema, album: gapsSchema }),
  neverCount: z.int(),
  never: z.array(neverPlayedSchema),
  problemCount: z.int(),
  problems: z.array(analysisProblemSchema),
});
export type Analysis = z.infer<typeof analysisSchema>;

const comingItemSchema = z.object({
  startsAt: z.iso.datetime(),
  /** How long it is heard, in ms. */
  durationMs: z.int(),
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  playlist: planReasonSchema.shape.playlist,
  show: planReasonSchema.shape.show,
  clock: planReasonSchema.shape.clock,
  slotId: planReasonSchema.shape.slotId,
  isExact: z.boolean(),
  /** It is in the plan already, which on-air follows; the others are what the plan would be now. */
  isPlanned: z.boolean(),
  /** Why, in one sentence for people. */
  sentence: z.string(),
});
export type ComingItem = z.infer<typeof comingItemSchema>;

/** A day of the coming programme, item by item. */
export const comingDaySchema = z.object({
  timeZone: z.string(),
  /** On the station's calendar. */
  date: z.string(),
  /** Every day that can be looked at. */
  dates: z.array(z.string()),
  isWhole: z.boolean(),
  items: z.array(comingItemSchema),
});
export type ComingDay = z.infer<typeof comingDaySchema>;

export const analysisCalls = defineCalls({
  getAnalysis: {
    method: "GET",
    path: "/api/programme/analysis",
    response: analysisSchema,
  },
  getComingDay: {
    method: "GET",
    path: "/api/programme/coming",
    response: comingDaySchema,
  },
});
