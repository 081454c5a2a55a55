import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { misreadingSchema } from "./track-edits.ts";
import { trackIdSchema } from "./tracks.ts";

/** What may be wrong with a track, as reading its file finds it; all but `misread` are in its sound. */
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

/** Troubles that one call accepts, and files that one call tries again. */
export const MAX_ATTENDED = 500;

const troubledTrackSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  /** Its last two folders and its name. */
  file: z.string(),
  durationMs: z.int(),
  trouble: z.enum(trackTroubles),
  /**
   * Its loudness in LUFS (too_quiet), places a minute (clipped), seconds of silence (silent_inside), dB between the
   * channels (silent_channel, mono), seconds that are missing (cut_off), seconds that the header of the file says too
   * many (wrong_duration; below 0: too few), how sure it is (misread).
   */
  amount: z.number(),
  /** Where in the file, in ms; null: all of it. */
  atMs: z.nullable(z.int()),
});
export type TroubledTrack = z.infer<typeof troubledTrackSchema>;

const attentionSchema = z.object({
  /** By trouble, then by artist and title. */
  tracks: z.array(troubledTrackSchema),
  /** How many there are, of which `tracks` has a page. */
  total: z.int(),
  /** How many wait, by trouble. */
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
  /** Files that could not become tracks. */
  refused: z.int(),
  /** Tracks that are kept off the air; see `listQuarantined`. */
  quarantined: z.int(),
  /** Tracks that an older release measured: their troubles are not known yet. */
  unmeasured: z.int(),
  /** Rules for kinds by folder or genre that no track fits: it may have been renamed. */
  unusedRules: z.array(z.object({ by: z.enum(["folder", "genre"]), value: z.string() })),
});
export type Attention = z.infer<typeof attentionSchema>;

const refusedFileSchema = z.object({
  id: z.string(),
  /** Its last two folders and its name. */
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
  /** Its last two folders and its name. */
  file: z.string(),
  durationMs: z.int(),
  /** As a sentence without a full stop. */
  reason: z.string(),
  /** null: not known. */
  since: z.nullable(z.iso.datetime()),
});
export type QuarantinedTrack = z.infer<typeof quarantinedTrackSchema>;

/** Tracks of one folder whose texts look as if they were read in the wrong charset. */
const misreadGroupSchema = z.object({
  /** Its last two folders. */
  folder: z.string(),
  trackIds: z.array(trackIdSchema),
  /** Of the first of them. */
  durationMs: z.int(),
  /** The likeliest first. */
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
      /** In the order of the folders; at most 30, with at most 1000 tracks each. */
      groups: z.array(misreadGroupSchema),
      /** How many tracks wait in all. */
      total: z.int(),
    }),
  },
  listQuarantined: {
    method: "GET",
    path: "/api/attention/quarantined",
    response: z.object({
      /** The newest first, 500 at most. */
      tracks: z.array(quarantinedTrackSchema),
      /** false: the stream engine can't be reached, and only it knows them. */
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
