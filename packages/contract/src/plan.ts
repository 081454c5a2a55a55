import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { clockSlotSchema, whileLiveChoices } from "./clocks.ts";
import { trackIdSchema, trackSchema } from "./tracks.ts";

/** How far ahead the plan reaches, in hours. */
export const PLAN_HOURS = 12;

/** Separation rules, most important first. When they can't all be met, the last is dropped first. */
export const separationRules = ["track", "title", "artist", "album", "hour"] as const;
const separationRuleSchema = z.enum(separationRules);
export type SeparationRule = z.infer<typeof separationRuleSchema>;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/**
 * When an item starts: at the join, at the first join within a span, or at an exact moment, fading what is on air. With
 * a window: at the first join within it, or exactly at its end.
 */
export const planStartSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("follow") }),
  z.object({
    kind: z.literal("soft"),
    from: z.iso.datetime(),
    /** null: no limit. */
    until: z.nullable(z.iso.datetime()),
  }),
  z.object({
    kind: z.literal("exact"),
    at: z.iso.datetime(),
    /** What it does while a DJ is on air. */
    whileLive: z.enum(whileLiveChoices),
  }),
  z.object({
    kind: z.literal("window"),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    whileLive: z.enum(whileLiveChoices),
  }),
]);
export type PlanStart = z.infer<typeof planStartSchema>;

/** Where an item is in the schedule. */
const placeShape = {
  start: planStartSchema,
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** Slot of the clock; null: none. */
  slotId: z.nullable(z.uuid()),
};

/** The slot as currently in its clock; null: no slot, or no longer in the clock. */
const slotShape = { slot: z.nullable(clockSlotSchema) };

/** A track of the plan. */
export const planItemSchema = z.object({
  id: z.uuid(),
  /** Expected start; requests and DJs move it. */
  startsAt: z.iso.datetime(),
  /** Audible length, in ms. */
  durationMs: z.int(),
  track: trackSchema,
  /** null: from the library, a fixed track, or placed by an operator. */
  playlist: z.nullable(nameSchema),
  ...placeShape,
  ...slotShape,
  /** The request expected in its place; null: none, or not in a request slot. */
  request: z.nullable(
    z.object({ title: z.string(), artist: z.string(), requestedBy: z.nullable(z.string()) }),
  ),
  /** Kept when the plan is rebuilt. */
  isLocked: z.boolean(),
  /** Placed by an operator. */
  isByHand: z.boolean(),
  /** Separation rules it breaks, least important first. */
  gaveWay: z.array(separationRuleSchema),
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planSchema = z.object({
  /** Incremented with each change. */
  version: z.int(),
  /** Soonest first. */
  items: z.array(planItemSchema),
});
export type Plan = z.infer<typeof planSchema>;

/**
 * What chose the playlist. `slot`: a slot of a clock; `break`: one of its spot breaks; `requests`: one of its request
 * slots; `playlist`: the show's playlist; `fallback`: a live show without its host; `library`: no playlist had a track;
 * `hand`: an operator chose the track. Outside the plan: `request`: from the queue; `dj`: a DJ was on air; `rotation`:
 * on-air drew it from the library. `unknown`: chosen by the plan, whose reasons are gone.
 */
export const planRules = [
  "slot",
  "break",
  "requests",
  "playlist",
  "fallback",
  "minute-of-hour",
  "every-minutes",
  "every-tracks",
  "weight",
  "library",
  "hand",
  "request",
  "dj",
  "rotation",
  "unknown",
] as const;

/** Why a track was chosen. */
export const planReasonSchema = z.object({
  rule: z.enum(planRules),
  playlist: z.nullable(nameSchema),
  /** Entry of an ordered playlist; null: none, or a rule selects the tracks. */
  playlistEntryId: z.nullable(z.uuid()),
  /** The schedule entry; null: nothing is scheduled. */
  entryId: z.nullable(z.uuid()),
  ...placeShape,
  /** Chosen out of turn to end near a time set by the clock. */
  isFitted: z.boolean(),
  /** Deviations from the schedule, as sentences. */
  notes: z.array(z.string()),
  /** Playlists that were due but had no track. */
  empty: z.array(nameSchema),
  /** Number of candidate tracks, and how many each rule excluded. */
  considered: z.int(),
  keptOut: z.record(separationRuleSchema, z.int()),
  gaveWay: z.array(separationRuleSchema),
  /** The five closest alternatives, and why they lost: a rule, or a later turn. */
  nearest: z.array(
    z.object({
      trackId: trackIdSchema,
      title: z.string(),
      artist: z.string(),
      lostBy: z.enum([...separationRules, "turn"]),
    }),
  ),
  /** The reason in one sentence for people. */
  sentence: z.string(),
});
export type PlanReason = z.infer<typeof planReasonSchema>;

/** An item that was on air, and what the plan said about it. */
export const airedItemSchema = z.object({
  /** Id of the play; `explainPlanItem` explains it. */
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  /** Audible length, or expected length while on air, in ms; null: unknown. */
  durationMs: z.nullable(z.int()),
  title: z.string(),
  artist: z.string(),
  /** null: removed from the library, or a DJ was on air. */
  track: z.nullable(trackSchema),
  djName: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  rule: z.enum(planRules),
  playlist: z.nullable(nameSchema),
  ...placeShape,
  ...slotShape,
});
export type AiredItem = z.infer<typeof airedItemSchema>;

/** A dry run of a clock for one hour; nothing is stored. */
export const clockTrialSchema = z.object({
  /** Soonest first. */
  items: z.array(
    z.object({
      startsAt: z.iso.datetime(),
      durationMs: z.int(),
      track: trackSchema,
      /** null: chosen by the turns of the station's playlists. */
      slotId: z.nullable(z.uuid()),
      isExact: z.boolean(),
      gaveWay: z.array(separationRuleSchema),
    }),
  ),
  /** Distance of the last join from the end of the hour, in ms; negative: before it. */
  endsOffMs: z.int(),
  /** Deviations from the clock, as sentences. */
  problems: z.array(z.string()),
});
export type ClockTrial = z.infer<typeof clockTrialSchema>;

/** What will be on air in the coming hours, barring requests and DJs. */
export const planCalls = defineCalls({
  getPlan: {
    method: "GET",
    path: "/api/plan",
    response: planSchema,
  },
  listAired: {
    method: "GET",
    path: "/api/plan/aired",
    response: z.array(airedItemSchema),
  },
  explainPlanItem: {
    method: "GET",
    path: "/api/plan/:id/why",
    response: planReasonSchema,
  },
  insertIntoPlan: {
    method: "POST",
    path: "/api/plan",
    response: planSchema,
  },
  changePlanItem: {
    method: "PATCH",
    path: "/api/plan/:id",
    response: planSchema,
  },
  dropPlanItem: {
    method: "DELETE",
    path: "/api/plan/:id",
    response: planSchema,
  },
  undoPlanChange: {
    method: "POST",
    path: "/api/plan/undo",
    response: planSchema,
  },
  tryClock: {
    method: "POST",
    path: "/api/clocks/try",
    response: clockTrialSchema,
  },
});
