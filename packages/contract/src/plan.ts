import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { trackIdSchema, trackSchema, tracksApi } from "./tracks.ts";

/** How far ahead the plan reaches, in hours. */
export const PLAN_HOURS = 12;

/** Rules of separation, the most important first. Where they can't all hold, the last gives way first. */
export const separationRules = ["track", "title", "artist", "album", "hour"] as const;
const separationRuleSchema = z.enum(separationRules);

const playlistNameSchema = z.object({ id: z.uuid(), name: z.string() });

/** One track of the plan. */
export const planItemSchema = z.object({
  id: z.uuid(),
  /** When it is expected to begin; requests and DJs move it. */
  startsAt: z.iso.datetime(),
  /** How long it is heard, in ms. */
  durationMs: z.int(),
  track: trackSchema,
  /** null: from the library, or put there by an operator. */
  playlist: z.nullable(playlistNameSchema),
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

/** What chose the playlist; `library`: no playlist could give a track; `hand`: an operator chose the track. */
export const planRules = [
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
  playlist: z.nullable(playlistNameSchema),
  /** Playlists whose turn it was before and that had no track to give. */
  empty: z.array(playlistNameSchema),
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

const params = z.object({ id: z.uuid().check(z.describe("Id of the item")) });
const [trackExample] = tracksApi.searchTracks.example.response;
const itemExample: PlanItem = {
  id: "c2f0a5b4-8f8e-4a52-9d0b-6a1f0f1f7e55",
  startsAt: "2027-03-01T18:04:10.000Z",
  durationMs: 238_400,
  track: trackExample,
  playlist: { id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1", name: "Evening drive" },
  isLocked: false,
  isByHand: false,
  gaveWay: [],
};
const planExample: Plan = { version: 81, items: [itemExample] };
const reasonExample: PlanReason = {
  rule: "weight",
  playlist: itemExample.playlist,
  empty: [],
  considered: 214,
  keptOut: { track: 12, title: 1, artist: 31, album: 4, hour: 2 },
  gaveWay: [],
  nearest: [
    { trackId: trackExample.id, title: "Night Drive", artist: "Neon Coast", lostBy: "artist" },
  ],
  sentence:
    'It was the turn of "Evening drive". Of its 214 tracks 50 rest, and this one had waited the longest.',
};

/** What will be on air in the coming hours, unless requests or DJs come first. */
export const planApi = defineApi({
  getPlan: {
    method: "GET",
    path: "/api/plan",
    access: "public",
    summary: `What is planned for the coming ${PLAN_HOURS} hours`,
    query: z.object({
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 50),
    }),
    response: planSchema,
    example: { response: planExample },
  },
  explainPlanItem: {
    method: "GET",
    path: "/api/plan/:id/why",
    access: "public",
    errors: ["not_found"],
    summary: "Why a track is in the plan, or was on air: the id is that of an item or of a play",
    params,
    response: planReasonSchema,
    example: { response: reasonExample },
  },
  insertIntoPlan: {
    method: "POST",
    path: "/api/plan",
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Put a track into the plan, before an item or at the head; it is locked there",
    body: z.object({ trackId: trackIdSchema, beforeId: z.nullable(z.uuid()) }),
    response: planSchema,
    example: {
      body: { trackId: trackExample.id, beforeId: itemExample.id },
      response: planExample,
    },
  },
  changePlanItem: {
    method: "PATCH",
    path: "/api/plan/:id",
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Move an item before another, give it another track, or lock it; the rest adapts",
    params,
    body: z.object({
      /** null: to the end. */
      beforeId: z.optional(z.nullable(z.uuid())),
      trackId: z.optional(trackIdSchema),
      isLocked: z.optional(z.boolean()),
    }),
    response: planSchema,
    example: { body: { isLocked: true }, response: planExample },
  },
  dropPlanItem: {
    method: "DELETE",
    path: "/api/plan/:id",
    access: "programme",
    errors: ["not_found"],
    summary: "Take an item out of the plan; the rest moves up",
    params,
    response: planSchema,
    example: { response: planExample },
  },
  undoPlanChange: {
    method: "POST",
    path: "/api/plan/undo",
    access: "programme",
    errors: ["conflict"],
    summary: "Take back the last change that an operator made to the plan",
    response: planSchema,
    example: { response: planExample },
  },
});
