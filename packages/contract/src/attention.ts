import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { misreadingSchema } from "./track-edits.ts";
import { trackIdSchema } from "./tracks.ts";

/** Possible problems of a track, found while reading its file; all but `misread` concern the sound. */
export const trackTroubles = [
  "too_quiet",
  "clipped",
  "silent_inside",
  "silent_channel",
  "mono",
  "cut_off",
  "wrong_duration",
  "misread",
] as const;
export type TrackTrouble = (typeof trackTroubles)[number];

/** Maximum troubles accepted, or files retried, per call. */
export const MAX_ATTENDED = 500;

const troubledTrackSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  /** File name with its last two folders. */
  file: z.string(),
  durationMs: z.int(),
  trouble: z.enum(trackTroubles),
  /**
   * Loudness in LUFS (too_quiet), places per minute (clipped), seconds of silence (silent_inside), dB between the
   * channels (silent_channel, mono), missing seconds (cut_off), seconds by which the header overstates the length
   * (wrong_duration; below 0: understates), confidence (misread).
   */
  amount: z.number(),
  /** Position in the file, in ms; null: the whole file. */
  atMs: z.nullable(z.int()),
});
export type TroubledTrack = z.infer<typeof troubledTrackSchema>;

const attentionSchema = z.object({
  /** Ordered by trouble, then artist and title. */
  tracks: z.array(troubledTrackSchema),
  /** The total; `tracks` is one page. */
  total: z.int(),
  /** Waiting tracks by trouble. */
  counts: z.object({
    too_quiet: z.int(),
    clipped: z.int(),
    silent_inside: z.int(),
    silent_channel: z.int(),
    mono: z.int(),
    cut_off: z.int(),
    wrong_duration: z.int(),
    misread: z.int(),
  }),
  /** Files that could not be added as tracks. */
  refused: z.int(),
  /** Tracks held off the air; see `listQuarantined`. */
  quarantined: z.int(),
  /** Tracks measured by an older release, so their troubles are unknown. */
  unmeasured: z.int(),
  /** Kind rules by folder or genre that match no track; the folder or genre may have been renamed. */
  unusedRules: z.array(z.object({ by: z.enum(["folder", "genre"]), value: z.string() })),
});
export type Attention = z.infer<typeof attentionSchema>;

const refusedFileSchema = z.object({
  id: z.string(),
  /** File name with its last two folders. */
  file: z.string(),
  reason: z.string(),
  sizeBytes: z.int(),
  refusedAt: z.iso.datetime(),
});
export type RefusedFile = z.infer<typeof refusedFileSchema>;

const quarantinedTrackSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  /** File name with its last two folders. */
  file: z.string(),
  durationMs: z.int(),
  /** A sentence without its full stop. */
  reason: z.string(),
  /** null: unknown. */
  since: z.nullable(z.iso.datetime()),
});
export type QuarantinedTrack = z.infer<typeof quarantinedTrackSchema>;

/** Tracks of one folder whose texts were probably read in the wrong charset. */
const misreadGroupSchema = z.object({
  /** Its last two path segments. */
  folder: z.string(),
  trackIds: z.array(trackIdSchema),
  /** Of the first track. */
  durationMs: z.int(),
  /** Likeliest first. */
  candidates: z.array(
    z.extend(misreadingSchema, {
      /** How many of the tracks it changes. */
      tracks: z.int(),
      samples: z.array(z.object({ before: z.string(), after: z.string() })),
    }),
  ),
});
export type MisreadGroup = z.infer<typeof misreadGroupSchema>;

export const attentionCalls = defineCalls({
  listAttention: { method: "GET", path: "/api/attention", response: attentionSchema },
  acceptTroubles: {
    method: "POST",
    path: "/api/attention/accept",
    response: z.object({ changed: z.int() }),
  },
  listMisread: {
    method: "GET",
    path: "/api/attention/misread",
    response: z.object({
      /** Ordered by folder; at most 30, with at most 1000 tracks each. */
      groups: z.array(misreadGroupSchema),
      /** Total number of waiting tracks. */
      total: z.int(),
    }),
  },
  listQuarantined: {
    method: "GET",
    path: "/api/attention/quarantined",
    response: z.object({
      /** Newest first, at most 500. */
      tracks: z.array(quarantinedTrackSchema),
      /** false: the stream engine, the only one that knows them, can't be reached. */
      isKnown: z.boolean(),
    }),
  },
  retryQuarantined: {
    method: "POST",
    path: "/api/attention/quarantined/retry",
    response: z.object({ retried: z.int() }),
  },
  listRefusedFiles: {
    method: "GET",
    path: "/api/attention/refused",
    response: z.object({ files: z.array(refusedFileSchema), total: z.int() }),
  },
  retryRefusedFiles: {
    method: "POST",
    path: "/api/attention/refused/retry",
    response: z.object({ retried: z.int() }),
  },
});
