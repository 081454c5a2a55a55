import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/** Merges that can be undone. */
export const MAX_MERGES = 50;
/** Tracks that one merge takes. */
export const MAX_MERGED_TRACKS = 50;

/** A track that is in the library more than once, and what tells its copies apart. */
const duplicateTrackSchema = z.object({
  id: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  album: z.nullable(z.string()),
  albumArt: z.nullable(z.string()),
  /** Its last two folders and its name. */
  file: z.string(),
  codec: z.string(),
  /** In kbit/s. */
  bitrate: z.nullable(z.int()),
  sampleRateHz: z.int(),
  durationMs: z.int(),
  sizeBytes: z.int(),
  addedAt: z.iso.datetime(),
  /** Its file is not where it was. */
  isMissing: z.boolean(),
  isInRotation: z.boolean(),
  /** How often it was on air. */
  plays: z.int(),
  playlists: z.int(),
  favourites: z.int(),
});
export type DuplicateTrack = z.infer<typeof duplicateTrackSchema>;

const duplicateGroupSchema = z.object({
  /** `file`: the same files; `recording`: they sound the same, in other files. */
  likeness: z.enum(["file", "recording"]),
  /** In how much of their sound prints the least alike agree, in percent. */
  agreementPercent: z.int(),
  /** The best file first. */
  tracks: z.array(duplicateTrackSchema),
});
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;

const duplicateListSchema = z.object({
  /** The newest track first. */
  groups: z.array(duplicateGroupSchema),
  /** How many there are, of which `groups` has a page. */
  total: z.int(),
  /** Tracks that were not compared with the others yet. */
  waiting: z.int(),
});
export type DuplicateList = z.infer<typeof duplicateListSchema>;

const mergeSchema = z.object({
  id: z.int(),
  mergedAt: z.iso.datetime(),
  /** A person. */
  mergedBy: z.string(),
  /** Of the track that was kept. */
  title: z.string(),
  artist: z.string(),
  /** How many gave it what they had. */
  copies: z.int(),
  isUndone: z.boolean(),
});
export type Merge = z.infer<typeof mergeSchema>;

export const duplicatesCalls = defineCalls({
  listDuplicates: { method: "GET", path: "/api/duplicates", response: duplicateListSchema },
  mergeDuplicates: {
    method: "POST",
    path: "/api/duplicates/merge",
    /** How many tracks gave what they had to the one that was kept. */
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
      /** How many tracks are back. */
      tracks: z.int(),
      /** What was changed since and stays as it is; each a sentence. */
      left: z.array(z.string()),
    }),
  },
  rejectDuplicates: {
    method: "POST",
    path: "/api/duplicates/reject",
    response: z.object({ rejected: z.int() }),
  },
});
