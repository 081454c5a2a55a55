import * as z from "zod";
import { levelsShape } from "./levels-shape.ts";
import { captureDeviceSchema, liveSessionSchema } from "./djs.ts";
import { edgeStateSchema } from "./edges.ts";
import { hlsStorageStateSchema } from "./hls-storage.ts";
import { outputStateSchema } from "./outputs.ts";
import { airedPlaySchema, outsideTextSchema } from "./programme.ts";
import { onAirSettingsSchema } from "./settings.ts";

/** What the probe, a listener of our own, has heard of one mount last. */
const probeStateSchema = z.object({
  /** The mount's path. */
  path: z.string(),
  /** What a listener would complain of, as a sentence; null: nothing. */
  problem: z.string().nullable(),
  /** Of the loudest second, in dBFS; null: digital silence, or nothing was heard. */
  levelDb: z.number().nullable(),
  /** For how long it has heard the same title, in ms; null on a mount without titles. */
  titleAgeMs: z.number().nullable(),
  /** How long ago that was, in ms; null: it has not been listened to yet. */
  ageMs: z.number().nullable(),
});
export type ProbeState = z.infer<typeof probeStateSchema>;

const quarantinedTrackSchema = z.object({
  trackId: z.uuid(),
  /** Another file in its place is played. */
  path: z.string(),
  /** Wall clock; null: not known. */
  atMs: z.number().nullable(),
  reason: outsideTextSchema,
});

/** The present, sent whenever it changes and at most some times a second; never journalled. */
export const onAirStatusSchema = z.object({
  /** What on-air plays now; null while the emergency loop or nothing plays. */
  now: airedPlaySchema.nullable(),
  /** What is cued after it. */
  next: z
    .object({ trackId: z.uuid(), entryId: z.uuid().nullable(), requestedBy: z.string().nullable() })
    .nullable(),
  source: z.enum(["programme", "paused", "faded-out", "emergency", "bridge"]),
  engine: z.enum(["running", "starting", "down"]),
  /**
   * How many times faster than real time the engine made and encoded the programme over the last seconds; null while
   * there is nothing to measure.
   */
  encoderSpeed: z.number().nullable(),
  /** Programme position of the live edge at `atMs` (wall clock). */
  positionMs: z.number(),
  atMs: z.number(),
  /** Of this station and of its edges. */
  listeners: z.int(),
  /** Each counted once; none without EDGE_SECRET. */
  edges: z.array(edgeStateSchema).default([]),
  /** All DJs that are connected, in the order they came. */
  live: z.array(liveSessionSchema),
  /** What `captureDeviceId` may be. */
  captureDevices: z.array(captureDeviceSchema),
  /** Of every Icecast output that is switched on; none while the stream is stopped. */
  outputs: z.array(outputStateSchema),
  /** Of the copy of HLS at a storage; null: none is wanted. */
  hlsStorage: hlsStorageStateSchema.nullable().default(null),
  /** Of every mount that has been listened to; none while the stream is stopped. */
  probes: z.array(probeStateSchema),
  settings: onAirSettingsSchema,
  /** When requests of the last 60 minutes began, wall clock; oldest first. */
  requestStartsMs: z.array(z.number()).default([]),
  /** Tracks that are kept off the air because their file hung or crashed engines. */
  quarantined: z.array(quarantinedTrackSchema).default([]),
});
export type OnAirStatus = z.infer<typeof onAirStatusSchema>;

export const levelsSchema = z.object({ posMs: z.number(), ...levelsShape });
export type Levels = z.infer<typeof levelsSchema>;
