import * as z from "zod";
import { levelsShape } from "./levels-shape.ts";
import { captureDeviceSchema, liveSessionSchema } from "./djs.ts";
import { edgeStateSchema, hlsStorageStateSchema, outputStateSchema } from "./outputs.ts";
import { airedPlaySchema, outsideTextSchema } from "./programme.ts";
import { onAirSettingsSchema } from "./settings.ts";

/** What the probe, a listener of our own, last heard of one mount. */
const probeStateSchema = z.object({
  /** The mount's path. */
  path: z.string(),
  /** What a listener would complain about, as a sentence; null: nothing. */
  problem: z.string().nullable(),
  /** Of the loudest second, in dBFS; null: digital silence, or nothing heard. */
  levelDb: z.number().nullable(),
  /** How long it has heard the same title, in ms; null on a mount without titles. */
  titleAgeMs: z.number().nullable(),
  /** Age of this report, in ms; null: not listened to yet. */
  ageMs: z.number().nullable(),
});
export type ProbeState = z.infer<typeof probeStateSchema>;

const quarantinedTrackSchema = z.object({
  trackId: z.uuid(),
  /** A different file at its place is played. */
  path: z.string(),
  /** Wall clock; null if unknown. */
  atMs: z.number().nullable(),
  reason: outsideTextSchema,
});

/** The current state, sent whenever it changes, but at most a few times a second; never journalled. */
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
   * How many times faster than real time the engine made and encoded the programme over the last seconds; null if there
   * is nothing to measure.
   */
  encoderSpeed: z.number().nullable(),
  /** Programme position of the live edge at `atMs` (wall clock). */
  positionMs: z.number(),
  atMs: z.number(),
  /** Of this station and its edges. */
  listeners: z.int(),
  /** Sessions of this station's own listeners, and rows of the ledger that the server has not stored. */
  ledger: z.object({ sessions: z.int(), waitingRows: z.int() }).nullable().default(null),
  /** Each counted once; empty without EDGE_SECRET. */
  edges: z.array(edgeStateSchema).default([]),
  /** All connected DJs, in order of arrival. */
  live: z.array(liveSessionSchema),
  /** Possible values of `captureDeviceId`. */
  captureDevices: z.array(captureDeviceSchema),
  /** Of every Icecast output that is switched on; empty while the stream is stopped. */
  outputs: z.array(outputStateSchema),
  /** State of the HLS copy at a storage; null: none is wanted. */
  hlsStorage: hlsStorageStateSchema.nullable().default(null),
  /** Of every mount that has been listened to; empty while the stream is stopped. */
  probes: z.array(probeStateSchema),
  settings: onAirSettingsSchema,
  /** When the requests of the last 60 minutes started, wall clock; oldest first. */
  requestStartsMs: z.array(z.number()).default([]),
  /** Tracks kept off air because their file hung or crashed engines. */
  quarantined: z.array(quarantinedTrackSchema).default([]),
});
export type OnAirStatus = z.infer<typeof onAirStatusSchema>;

export const levelsSchema = z.object({ posMs: z.number(), ...levelsShape });
export type Levels = z.infer<typeof levelsSchema>;
