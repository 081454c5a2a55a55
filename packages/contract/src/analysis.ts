import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { planReasonSchema } from "./plan.ts";
import { contentKinds, trackIdSchema } from "./tracks.ts";

/** How far ahead the coming programme is computed, in days. */
export const COMING_DAYS = 7;
/** How far back past programmes can be analysed, in weeks. */
export const MAX_PAST_WEEKS = 12;
/** Maximum rows per table of the analysis. */
export const MAX_ANALYSIS_ROWS = 100;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/** How evenly a playlist plays, and how long one pass takes. */
const playlistTurnoverSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Tracks playable now. */
  trackCount: z.int(),
  /** How many of them were played. */
  playedCount: z.int(),
  spins: z.int(),
  /** Spins of the least and the most played track. */
  lowest: z.int(),
  highest: z.int(),
  /** Hours until each track has been played once; null: the playlist played nothing. */
  turnoverHours: z.nullable(z.number()),
});

const artistSpinsSchema = z.object({
  artist: z.string(),
  /** Distinct tracks played. */
  trackCount: z.int(),
  spins: z.int(),
});

const begunSchema = z.object({
  at: z.iso.datetime(),
  /** null: no longer in the library. */
  trackId: z.nullable(trackIdSchema),
  title: z.string(),
  artist: z.string(),
});

/** Two plays of the same artist, title or album, measured start to start. */
const gapSchema = z.object({
  name: z.string(),
  minutes: z.int(),
  /** Below the separation rule. */
  isTooShort: z.boolean(),
  first: begunSchema,
  second: begunSchema,
});
export type AnalysisGap = z.infer<typeof gapSchema>;

const gapsSchema = z.object({
  /** The rule's minimum; 0: the rule is off. */
  ruleMinutes: z.int(),
  /** Shortest first. */
  shortest: z.array(gapSchema),
});

/**
 * Why a track was never played. `not-in-rotation`: marked so; `no-playlist`: in no playlist in use; `no-turn`: its
 * playlists have no turn, and no show or clock uses them; `waits`: its turn comes later.
 */
export const neverReasons = ["not-in-rotation", "no-playlist", "no-turn", "waits"] as const;

const neverPlayedSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  kind: z.enum(contentKinds),
  /** Playlists containing the track. */
  playlists: z.array(nameSchema),
  reason: z.enum(neverReasons),
});
export type NeverPlayed = z.infer<typeof neverPlayedSchema>;

/** A deviation from the schedule. */
const analysisProblemSchema = z.object({
  sentence: z.string(),
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** Slot of the clock; null: none. */
  slotId: z.nullable(z.uuid()),
  /** The playlist that had no track to offer; null for any other cause. */
  playlist: z.nullable(nameSchema),
  times: z.int(),
  /** The first few occurrences. */
  at: z.array(z.iso.datetime()),
});
export type AnalysisProblem = z.infer<typeof analysisProblemSchema>;

/** Analysis of a past or coming programme. */
export const analysisSchema = z.object({
  timeZone: z.string(),
  /** The first start and the last end; null: nothing on air by the programme. */
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
  /** false: too much data, so the analysis ends early. */
  isWhole: z.boolean(),
  itemCount: z.int(),
  playlists: z.array(playlistTurnoverSchema),
  artistCount: z.int(),
  /** Most spins first. */
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
  /** Audible length, in ms. */
  durationMs: z.int(),
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  playlist: planReasonSchema.shape.playlist,
  show: planReasonSchema.shape.show,
  clock: planReasonSchema.shape.clock,
  slotId: planReasonSchema.shape.slotId,
  isExact: z.boolean(),
  /** Already in the plan that on-air follows; otherwise what the plan would currently choose. */
  isPlanned: z.boolean(),
  /** The reason, in one sentence for people. */
  sentence: z.string(),
});
export type ComingItem = z.infer<typeof comingItemSchema>;

/** One day of the coming programme, item by item. */
export const comingDaySchema = z.object({
  timeZone: z.string(),
  /** In the station's calendar. */
  date: z.string(),
  /** All available days. */
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
