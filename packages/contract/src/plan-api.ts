import * as z from "zod/mini";
import { clockShape, type ClockSlot } from "./clocks.ts";
import { defineApi } from "./endpoint.ts";
import {
  PLAN_HOURS,
  planCalls,
  type AiredItem,
  type Plan,
  type PlanItem,
  type PlanReason,
} from "./plan.ts";
import { tracksApi } from "./tracks-api.ts";
import { trackIdSchema } from "./tracks.ts";

const params = z.object({ id: z.uuid().check(z.describe("Id of the item")) });
const [trackExample] = tracksApi.searchTracks.example.response;
const slotsExample = [
  {
    id: "b8a3c7d2-1f5e-4a2b-8e0d-6c9f4b7a1e35",
    content: { kind: "content", contentKind: "music" },
    start: { kind: "follow" },
    length: { kind: "rest" },
  },
] satisfies [ClockSlot];
const itemExample: PlanItem = {
  id: "c2f0a5b4-8f8e-4a52-9d0b-6a1f0f1f7e55",
  startsAt: "2027-03-01T18:04:10.000Z",
  durationMs: 238_400,
  track: trackExample,
  playlist: { id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1", name: "Evening drive" },
  start: { kind: "follow" },
  show: { id: "0f6f3a52-9c1e-4b60-8f0f-2f0f6d1b7c11", name: "Night drive" },
  clock: { id: "7d1b0a0e-4a77-4a30-9a52-3c0b1de0a2f4", name: "Music hour" },
  slotId: slotsExample[0].id,
  slot: slotsExample[0],
  request: null,
  isLocked: false,
  isByHand: false,
  gaveWay: [],
};
const airedExample: AiredItem = {
  id: "0c6f6a0e-2f4b-4a53-9d57-5a3f1c9e8b42",
  startsAt: "2027-03-01T18:00:12.000Z",
  durationMs: 237_900,
  title: trackExample.title,
  artist: trackExample.artist,
  track: trackExample,
  djName: null,
  requestedBy: null,
  rule: "slot",
  playlist: itemExample.playlist,
  start: itemExample.start,
  show: itemExample.show,
  clock: itemExample.clock,
  slotId: itemExample.slotId,
  slot: itemExample.slot,
};
const planExample: Plan = { version: 81, items: [itemExample] };
const reasonExample: PlanReason = {
  rule: "slot",
  playlist: itemExample.playlist,
  playlistEntryId: null,
  entryId: "e1c2b3a4-5d6f-4e70-8a9b-0c1d2e3f4a5b",
  start: itemExample.start,
  show: itemExample.show,
  clock: itemExample.clock,
  slotId: itemExample.slotId,
  isFitted: false,
  notes: [],
  empty: [],
  considered: 214,
  keptOut: { track: 12, title: 1, artist: 31, album: 4, hour: 2 },
  gaveWay: [],
  nearest: [
    { trackId: trackExample.id, title: "Night Drive", artist: "Neon Coast", lostBy: "artist" },
  ],
  sentence:
    "In the show “Night drive” a slot of the clock “Music hour” takes from “Evening drive”. Of 214 tracks 50 were kept out by the rules, and this one was next in turn.",
};

export const planApi = defineApi(planCalls, {
  getPlan: {
    access: "public",
    summary: `The plan of the next ${PLAN_HOURS} hours`,
    query: z.object({
      limit: z._default(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(1),
            z.maximum(500),
            z.describe("How many items to return at most"),
          ),
        50,
      ),
    }),
    example: { response: planExample },
  },
  listAired: {
    access: "public",
    isCostly: true,
    summary: "What was on air, newest first, with its place in the plan",
    query: z.object({
      before: z.optional(z.iso.datetime().check(z.describe("What began before this time"))),
      limit: z._default(
        z.coerce
          .number()
          .check(z.int(), z.minimum(1), z.maximum(200), z.describe("Most items to return")),
        50,
      ),
    }),
    example: { response: [airedExample] },
  },
  explainPlanItem: {
    access: "public",
    errors: ["not_found"],
    summary: "Why a track is in the plan or was played; the id of an item or a play",
    params,
    example: { response: reasonExample },
  },
  insertIntoPlan: {
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Insert a track into the plan, before an item or at the start, and lock it there",
    body: z.object({ trackId: trackIdSchema, beforeId: z.nullable(z.uuid()) }),
    example: {
      body: { trackId: trackExample.id, beforeId: itemExample.id },
      response: planExample,
    },
  },
  changePlanItem: {
    access: "programme",
    errors: ["not_found", "conflict"],
    summary: "Move an item before another, replace its track, or lock it; the rest adapts",
    params,
    body: z.object({
      /** null: at the end. */
      beforeId: z.optional(z.nullable(z.uuid())),
      trackId: z.optional(trackIdSchema),
      isLocked: z.optional(z.boolean()),
    }),
    example: { body: { isLocked: true }, response: planExample },
  },
  dropPlanItem: {
    access: "programme",
    errors: ["not_found"],
    summary: "Remove an item from the plan; the rest moves up",
    params,
    example: { response: planExample },
  },
  undoPlanChange: {
    access: "programme",
    errors: ["conflict"],
    summary: "Undo the last change that an operator made to the plan",
    example: { response: planExample },
  },
  tryClock: {
    access: "programme",
    errors: ["conflict"],
    summary: "Try a clock for an hour; nothing is saved",
    body: z.object({
      clock: z.object({ isFilled: clockShape.isFilled, slots: clockShape.slots }),
      /** Any moment within the hour. */
      at: z.iso.datetime(),
    }),
    example: {
      body: { clock: { isFilled: true, slots: slotsExample }, at: itemExample.startsAt },
      response: {
        items: [
          {
            startsAt: itemExample.startsAt,
            durationMs: itemExample.durationMs,
            track: trackExample,
            slotId: slotsExample[0].id,
            isExact: false,
            gaveWay: [],
          },
        ],
        endsOffMs: -1200,
        problems: [],
      },
    },
  },
});
