import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { clockSlotSchema, whileLiveChoices } from "./clocks.ts";
import { trackIdSchema, trackSchema } from "./tracks.ts";

/** How far ahead the plan reaches, in hours. */
export const PLAN_HOURS = 12;

/** Separation rules, the most important first. Where they can't all be met, the last is ignored first. */
export const separationRules = ["track", "title", "artist", "album", "hour"] as const;
const separationRuleSchema = z.enum(separationRules);
export type SeparationRule = z.infer<typeof separationRuleSchema>;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/**
 * When an item begins: at the join, at the first join within a span, or at a moment, where it fades what is on air. With
 * a window: at the first join within it, or at its end, as at a moment.
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

/** The place of an item in the schedule. */
const placeShape = {
  start: planStartSchema,
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** A slot of the clock; null: none. */
  slotId: z.nullable(z.uuid()),
};

/** A slot as its clock has it now; null: of no slot, or its clock has it no more. */
const slotShape = { slot: z.nullable(clockSlotSchema) };

/** One track of the plan. */
export const planItemSchema = z.object({
  id: z.uuid(),
  /** Expected start; requests and DJs move it. */
  startsAt: z.iso.datetime(),
  /** How long it is heard, in ms. */
  durationMs: z.int(),
  track: trackSchema,
  /** null: from the library, a fixed track, or placed by an operator. */
  playlist: z.nullable(nameSchema),
  ...placeShape,
  ...slotShape,
  /** The request that is expected in its place; null: none, or it is in no request slot. */
  request: z.nullable(
    z.object({ title: z.string(), artist: z.string(), requestedBy: z.nullable(z.string()) }),
  ),
  /** Stays when the plan is made again. */
  isLocked: z.boolean(),
  /** Placed by an operator. */
  isByHand: z.boolean(),
  /** Separation rules that it ignores, the least important first. */
  gaveWay: z.array(separationRuleSchema),
});
export type PlanItem = z.infer<typeof planItemSchema>;

export const planSchema = z.object({
  /** Goes up with each change. */
  version: z.int(),
  /** Soonest first. */
  items: z.array(planItemSchema),
});
export type Plan = z.infer<typeof planSchema>;

/**
 * What chose the playlist. `slot`: a slot of a clock; `break`: a spot break of it; `requests`: a request slot of it; `playlist`: the playlist of the
 * show; `fallback`: a live show without its host; `library`: no playlist had a track; `hand`: an operator chose the
 * track. Without a plan: `request`: from the queue; `dj`: a DJ was on air; `rotation`: on-air drew it from the library.
 * `unknown`: the plan chose it, and what it said of it is gone.
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
  /** Which entry of an ordered playlist; null: none, or its tracks are found by a rule. */
  playlistEntryId: z.nullable(z.uuid()),
  /** The schedule entry; null: nothing is scheduled. */
  entryId: z.nullable(z.uuid()),
  ...placeShape,
  /** Chosen out of turn, so that its end falls near a time of the clock. */
  isFitted: z.boolean(),
  /** What differs from the schedule, as sentences. */
  notes: z.array(z.string()),
  /** Playlists whose turn it was but that had no track. */
  empty: z.array(nameSchema),
  /** How many tracks there were to choose from, and how many each rule excluded. */
  considered: z.int(),
  keptOut: z.record(separationRuleSchema, z.int()),
  gaveWay: z.array(separationRuleSchema),
  /** The five closest alternatives, and why they lost: a rule, or their turn comes later. */
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

/** What was on air, and what the plan had said of it. */
export const airedItemSchema = z.object({
  /** Of the play: it explains itself by `explainPlanItem`. */
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  /** How long it was heard, or while it is on air will be, in ms; null: not known. */
  durationMs: z.nullable(z.int()),
  title: z.string(),
  artist: z.string(),
  /** null: it has left the library, or a DJ was on air. */
  track: z.nullable(trackSchema),
  djName: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  rule: z.enum(planRules),
  playlist: z.nullable(nameSchema),
  ...placeShape,
  ...slotShape,
});
export type AiredItem = z.infer<typeof airedItemSchema>;

/** The trial of a clock for an hour; nothing is stored. */
export const clockTrialSchema = z.object({
  /** Soonest first. */
  items: z.array(
    z.object({
      startsAt: z.iso.datetime(),
      durationMs: z.int(),
      track: trackSchema,
      /** null: by the turns of the station's playlists. */
      slotId: z.nullable(z.uuid()),
      isExact: z.boolean(),
      gaveWay: z.array(separationRuleSchema),
    }),
  ),
  /** How far the last join is after the end of the hour, in ms; below 0: before it. */
  endsOffMs: z.int(),
  /** What would differ from the clock, as sentences. */
  problems: z.array(z.string()),
});
export type ClockTrial = z.infer<typeof clockTrialSchema>;

/** What will be on air in the next hours, unless requests or DJs come first. */
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
