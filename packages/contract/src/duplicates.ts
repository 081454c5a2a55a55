import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/** Maximum merges that can be undone. */
export const MAX_MERGES = 50;
/** Maximum tracks per merge. */
export const MAX_MERGED_TRACKS = 50;

/** A track with several copies, and what distinguishes them. */
const duplicateTrackSchema = z.object({
  id: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  album: z.nullable(z.string()),
  albumArt: z.nullable(z.string()),
  /** File name with its last two folders. */
  file: z.string(),
  codec: z.string(),
  /** In kbit/s. */
  bitrate: z.nullable(z.int()),
  sampleRateHz: z.int(),
  durationMs: z.int(),
  sizeBytes: z.int(),
  addedAt: z.iso.datetime(),
  /** The file is missing. */
  isMissing: z.boolean(),
  isInRotation: z.boolean(),
  /** Number of plays. */
  plays: z.int(),
  playlists: z.int(),
  favourites: z.int(),
});
export type DuplicateTrack = z.infer<typeof duplicateTrackSchema>;

const duplicateGroupSchema = z.object({
  /** `file`: identical files; `recording`: the same sound in different files. */
  likeness: z.enum(["file", "recording"]),
  /** Agreement between the sound prints of the least similar pair, in percent. */
  agreementPercent: z.int(),
  /** Best file first. */
  tracks: z.array(duplicateTrackSchema),
});
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;

const duplicateListSchema = z.object({
  /** Newest track first. */
  groups: z.array(duplicateGroupSchema),
  /** The total; `groups` is one page. */
  total: z.int(),
  /** Tracks not yet compared with the others. */
  waiting: z.int(),
});
export type DuplicateList = z.infer<typeof duplicateListSchema>;

const mergeSchema = z.object({
  id: z.int(),
  mergedAt: z.iso.datetime(),
  /** An account's name. */
  mergedBy: z.string(),
  /** Title of the track that was kept. */
  title: z.string(),
  artist: z.string(),
  /** Number of copies merged into it. */
  copies: z.int(),
  isUndone: z.boolean(),
});
export type Merge = z.infer<typeof mergeSchema>;

export const duplicatesCalls = defineCalls({
  listDuplicates: { method: "GET", path: "/api/duplicates", response: duplicateListSchema },
  mergeDuplicates: {
    method: "POST",
    path: "/api/duplicates/merge",
    /** Number of tracks merged into the kept one. */
    response: z.object({ merged: z.int(), mergeId: z.int() }),
  },
  /** Newest first. */
  listMerges: {
    method: "GET",
    path: "/api/duplicates/merges",
    response: z.array(mergeSchema),
  },
  undoMerge: {
    method: "POST",
    path: "/api/duplicates/merges/:id/undo",
    response: z.object({
      /** Number of tracks restored. */
      tracks: z.int(),
      /** What changed since and stays as it is, one sentence each. */
      left: z.array(z.string()),
    }),
  },
  rejectDuplicates: {
    method: "POST",
    path: "/api/duplicates/reject",
    response: z.object({ rejected: z.int() }),
  },
});
