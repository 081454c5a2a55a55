import * as z from "zod";
import { cleanText } from "../text/clean-text.ts";

/** Text that a stranger may have written: what an older release has journalled may contain anything. */
export const outsideTextSchema = z.string().overwrite(cleanText);

/** Allowed range of a track's gain, in dB. */
export const GAIN_LIMITS_DB = { lowest: -60, highest: 30 } as const;

/** Where in its file a track starts and ends on air, in ms: measured, or set by an operator. */
export const cuePointsSchema = z.object({
  cueInMs: z.number().min(0),
  /** null: at the end of the file. */
  cueOutMs: z.number().min(0).nullable(),
  /** Where the next track starts; null: the station's crossfade before the end. */
  startNextMs: z.number().min(0).nullable(),
  /** Whether the sound has died away at `startNextMs`: then the next track starts at full level. */
  isDecay: z.boolean(),
  /**
   * The track's own fades, after its cue-in and before its cue-out; 0: no fade at all. Without them it joins as by P16.
   */
  fadeInMs: z.number().min(0).optional(),
  fadeOutMs: z.number().min(0).optional(),
});
export type CuePoints = z.infer<typeof cuePointsSchema>;

/** A library track, as far as on-air needs it. */
export const playableTrackSchema = z.object({
  /** `stream`: an external stream, never in the rotation; its `path` is the address. */
  kind: z.enum(["file", "stream"]),
  trackId: z.uuid(),
  path: z.string(),
  title: z.string(),
  artist: z.string(),
  album: z.string().nullable(),
  albumArtist: z.string().nullable(),
  discNumber: z.int().nullable(),
  trackNumber: z.int().nullable(),
  genre: z.string().nullable(),
  /** Measured by decoding; null if never measured. */
  durationMs: z.int().nullable(),
  /** Static gain to the station's loudness target, in dB. */
  gainDb: z.number().min(GAIN_LIMITS_DB.lowest).max(GAIN_LIMITS_DB.highest),
  /** The same for its whole disc, used when tracks of it follow each other; absent: no album, or not measured. */
  albumGainDb: z.number().min(GAIN_LIMITS_DB.lowest).max(GAIN_LIMITS_DB.highest).optional(),
  /** null: never measured. */
  cues: cuePointsSchema.nullable(),
  /** Level of its quietest 10 s, in dBFS: a file that quiet is not broken; absent: not measured. */
  quietestDb: z.number().optional(),
  /**
   * Its samples, or those of its album, have a DC offset and are filtered; other files are played unchanged to the bit.
   */
  hasDcOffset: z.boolean().optional(),
});
export type PlayableTrack = z.infer<typeof playableTrackSchema>;

/** An entry of the queue. `entryId` makes it idempotent: an entry that has started is never started again. */
export const queueEntrySchema = playableTrackSchema.extend({
  entryId: z.uuid(),
  requestedBy: z.string().nullable(),
  /** A listener's request, which comes where the plan allows requests; other entries come at the next join. */
  isRequest: z.boolean().default(false),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** When an item of the plan starts; times are wall clock, in ms since 1970. */
export const planStartSchema = z.discriminatedUnion("kind", [
  /** After the previous item. `untilMs`: from then on it is skipped; without it, it may start at any time. */
  z.object({ kind: z.literal("follow"), untilMs: z.number().optional() }),
  /** At the first join from `fromMs` on, but not after `untilMs`. */
  z.object({ kind: z.literal("soft"), fromMs: z.number(), untilMs: z.number().nullable() }),
  /**
   * At that moment: the play on air is faded out. `graceMs`: how late it may start. While a DJ is on air it waits for
   * them to leave, or interrupts them for its length; with `duckDb` it is heard over them, lowered by that many dB.
   * `fromMs`: it comes at the first join from then on, if there is one before `atMs`; null: it takes no join before
   * `atMs`.
   */
  z.object({
    kind: z.literal("exact"),
    fromMs: z.number().nullable().default(null),
    atMs: z.number(),
    graceMs: z.number().min(0),
    whileLive: z.enum(["wait", "interrupt"]),
    /** A separate field, because an older on-air closes the link on an unknown value of `whileLive`. */
    duckDb: z.number().min(0).max(60).optional(),
  }),
]);
export type PlanStart = z.infer<typeof planStartSchema>;

/** A track of the plan. `itemId` makes it idempotent as `entryId` does. */
export const planItemSchema = playableTrackSchema.extend({
  itemId: z.uuid(),
  start: planStartSchema.default({ kind: "follow" }),
  /**
   * Whether waiting requests come before this item, after it at the earliest, or one instead of it; default: before.
   */
  requests: z.enum(["before", "behind", "here"]).optional(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

/**
 * What was on air under one title: a track, or one title of a DJ's broadcast or of an external stream. Positions are
 * programme positions in ms; see `Play` in the contract for the two starts. The kind is missing in what an older
 * release has journalled.
 */
export const airedPlaySchema = z.object({
  playId: z.uuid(),
  kind: z.enum(["library", "live", "stream"]).default("library"),
  /** null: a DJ's broadcast, which is not a track. */
  trackId: z.uuid().nullable(),
  /**
   * Shared by the titles of one broadcast, and by a track heard over it without its title being announced; null for
   * other library tracks.
   */
  sessionId: z.uuid().nullable().default(null),
  /** Who broadcasts; null unless live. */
  djName: outsideTextSchema.nullable().default(null),
  /** null: not from the queue. */
  entryId: z.uuid().nullable(),
  /** null: not from the plan. A track from neither was chosen by on-air from the rotation. */
  itemId: z.uuid().nullable().default(null),
  requestedBy: outsideTextSchema.nullable(),
  title: outsideTextSchema,
  artist: outsideTextSchema,
  startMs: z.number(),
  audioStartMs: z.number(),
  /** Wall clock of `audioStartMs`. */
  startedAtMs: z.number(),
  durationMs: z.int().nullable(),
});
export type AiredPlay = z.infer<typeof airedPlaySchema>;

export const endReasonSchema = z.enum(["finished", "skipped", "restarted", "failed"]);
export type EndReason = z.infer<typeof endReasonSchema>;
