import * as z from "zod";
import { airedPlaySchema, endReasonSchema, outsideTextSchema } from "./programme.ts";

/** Facts that must not be lost: journalled until the server has stored them. */
export const onAirEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("play.started"), play: airedPlaySchema }),
  /** Its title starts earlier than announced, because the change to it was cut short. */
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
  /** A DJ is heard for the first time in this connection. */
  z.object({
    type: z.literal("live.began"),
    sessionId: z.uuid(),
    djName: outsideTextSchema,
    atMs: z.number(),
  }),
  /** A DJ who had been heard has gone. */
  z.object({
    type: z.literal("live.left"),
    sessionId: z.uuid(),
    djName: outsideTextSchema,
    atMs: z.number(),
    /** Why, unless the DJ ended it. */
    reason: outsideTextSchema.nullable(),
  }),
  /** No host of a live show came on air within its grace. */
  z.object({
    type: z.literal("live.absent"),
    showName: outsideTextSchema,
    /** Planned end of the show for people, as local time of the station. */
    ends: outsideTextSchema,
    atMs: z.number(),
  }),
  /** A client tried to broadcast and was refused. Of many within a short time only some are reported. */
  z.object({
    type: z.literal("live.refused"),
    address: outsideTextSchema,
    username: outsideTextSchema,
    reason: outsideTextSchema,
    atMs: z.number(),
  }),
  /** A track that never came on air because its file was unreadable. The entry, if any, is used up. */
  z.object({
    type: z.literal("track.failed"),
    trackId: z.uuid(),
    entryId: z.uuid().nullable(),
    itemId: z.uuid().nullable().default(null),
    atMs: z.number(),
    detail: outsideTextSchema,
  }),
  /** An item of the plan whose time passed before it could start. It is used up. */
  z.object({
    type: z.literal("item.missed"),
    itemId: z.uuid(),
    atMs: z.number(),
    detail: outsideTextSchema,
  }),
  /** Needs an operator: a file is kept off air from now on, or a stream was given up. */
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
