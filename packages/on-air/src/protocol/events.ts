import * as z from "zod";
import { airedPlaySchema, endReasonSchema, outsideTextSchema } from "./programme.ts";

/** Facts that must not be lost: kept in the journal until the server has stored them. */
export const onAirEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("play.started"), play: airedPlaySchema }),
  /** Its title starts earlier than announced: the change to it was cut short. */
  z.object({ type: z.literal("play.hurried"), playId: z.uuid(), startMs: z.number() }),
  z.object({
    type: z.literal("play.ended"),
    playId: z.uuid(),
    endedAtMs: z.number(),
    /** How much of the track was on air, in ms. */
    playedMs: z.number(),
    reason: endReasonSchema,
    detail: outsideTextSchema.nullable(),
  }),
  /** A DJ is heard, for the first time in this connection. */
  z.object({
    type: z.literal("live.began"),
    sessionId: z.uuid(),
    djName: outsideTextSchema,
    atMs: z.number(),
  }),
  /** A DJ who was heard has gone. */
  z.object({
    type: z.literal("live.left"),
    sessionId: z.uuid(),
    djName: outsideTextSchema,
    atMs: z.number(),
    /** Why, when it was not the DJ's own doing. */
    reason: outsideTextSchema.nullable(),
  }),
  /** No host of a live show was on air until its grace was over. */
  z.object({
    type: z.literal("live.absent"),
    showName: outsideTextSchema,
    /** For people: until when the show is planned, on the station's clock face. */
    ends: outsideTextSchema,
    atMs: z.number(),
  }),
  /** A client tried to broadcast and was refused. Of many in a short time only some are reported. */
  z.object({
    type: z.literal("live.refused"),
    address: outsideTextSchema,
    username: outsideTextSchema,
    reason: outsideTextSchema,
    atMs: z.number(),
  }),
  /** A track that never came on air: its file could not be read. The entry, if any, is used up. */
  z.object({
    type: z.literal("track.failed"),
    trackId: z.uuid(),
    entryId: z.uuid().nullable(),
    itemId: z.uuid().nullable().default(null),
    atMs: z.number(),
    detail: outsideTextSchema,
  }),
  /** An item of the plan whose time passed before it could begin. It is used up. */
  z.object({
    type: z.literal("item.missed"),
    itemId: z.uuid(),
    atMs: z.number(),
    detail: outsideTextSchema,
  }),
  /** An operator must look: a file is kept off the air from now on, or a stream was given up. */
  z.object({
    type: z.literal("track.dropped"),
    trackId: z.uuid(),
    kind: z.enum(["file", "stream"]),
    title: outsideTextSchema,
    artist: outsideTextSchema,
    atMs: z.number(),
    detail: outsideTextSchema,
  }),
]);
export type OnAirEvent = z.infer<typeof onAirEventSchema>;
