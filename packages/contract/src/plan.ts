import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackIdSchema, trackSchema } from "./tracks.ts";

/** How far ahead the plan reaches, in hours. */
export const PLAN_HOURS = 12;

/** Rules of separation, the most important first. Where they can't all hold, the last gives way first. */
export const separationRules = ["track", "title", "artist", "album", "hour"] as const;
const separationRuleSchema = z.enum(separationRules);
export type SeparationRule = z.infer<typeof separationRuleSchema>;

const nameSchema = z.object({ id: z.uuid(), name: z.string() });

/** When an item begins: at the join, at the first join within a time, or at a moment, where it fades what is on air. */
export const planStartSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("follow") }),
  z.object({
    kind: z.literal("soft"),
    from: z.iso.datetime(),
    /** null: however late. */
    until: z.nullable(z.iso.datetime()),
  }),
  z.object({
    kind: z.literal("exact"),
    at: z.iso.datetime(),
    /** What it does while a DJ is on air. */
    whileLive: z.enum(["wait", "interrupt"]),
  }),
]);
export type PlanStart = z.infer<typeof planStartSchema>;

/** Where in the schedule an item is. */
const placeShape = {
  start: planStartSchema,
  show: z.nullable(nameSchema),
  clock: z.nullable(nameSchema),
  /** A slot of the clock; null: of no slot. */
  slotId: z.nullable(z.uuid()),
};

/** One track of the plan. */
export const planItemSchema = z.object({
  id: z.uuid(),
  /** When it is expected to begin; requests and DJs move it. */
  startsAt: z.iso.datetime(),
  /** How long it is heard, in ms. */
  durationMs: z.int(),
  track: trackSchema,
  /** null: from the library, a track of its own, or put there by an operator. */
  playlist: z.nullable(nameSchema),
  ...placeShape,
  /** It stays when the plan is made again. */
  isLocked: z.boolean(),
  /** An operator put it there. */
  isByHand: z.boolean(),
  /** Rules of separation that had to give way for it, the least important first. */
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
 * What chose the playlist. `slot`: one of a clock; `playlist`: the show has this playlist; `fallback`: a live show
 * without its host; `library`: no playlist could give a track; `hand`: an operator chose the track.
 */
export const planRules = [
  "slot",
  "playlist",
  "fallback",
  "minute-of-hour",
  "every-minutes",
  "every-tracks",
  "weight",
  "library",
  "hand",
] as const;

/** Why a track was chosen. */
export const planReasonSchema = z.object({
  rule: z.enum(planRules),
  playlist: z.nullable(nameSchema),
  /** The entry of the schedule; null: nothing is scheduled. */
  entryId: z.nullable(z.uuid()),
  ...placeShape,
  /** It came before others, since the join behind it then falls near a time of the clock. */
  isFitted: z.boolean(),
  /** What did not come as the schedule has it, as sentences. */
  notes: z.array(z.string()),
  /** Playlists whose turn it was before and that had no track to give. */
  empty: z.array(nameSchema),
  /** Tracks there were to choose from; how many of them each rule kept out. */
  considered: z.int(),
  keptOut: z.record(separationRuleSchema, z.int()),
  gaveWay: z.array(separationRuleSchema),
  /** The five nearest that lost: by a rule, or because their turn comes later. */
  nearest: z.array(
    z.object({
      trackId: trackIdSchema,
      title: z.string(),
      artist: z.string(),
      lostBy: z.enum([...separationRules, "turn"]),
    }),
  ),
  /** The whole of it in one sentence for people. */
  sentence: z.string(),
});
export type PlanReason = z.infer<typeof planReasonSchema>;

/** An hour with a clock that is tried out; nothing of it is kept. */
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
  /** How far behind the end of the hour the last join is, in ms; below 0: before it. */
  endsOffMs: z.int(),
  /** What would not come as the clock has it, as sentences. */
  problems: z.array(z.string()),
});
export type ClockTrial = z.infer<typeof clockTrialSchema>;

/** What will be on air in the coming hours, unless requests or DJs come first. */
export const planCalls = defineCalls({
  getPlan: {
    method: "GET",
    path: "/api/plan",
    response: planSchema,
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
