import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/** Maximum tracks in use listed before a deletion. */
export const MAX_LISTED_USES = 100;

/**
 * What happens to the files of deleted tracks. `keep`: they stay in place, and scans ignore them; `trash`: they move to
 * a trash folder on the same disk; `erase`: they are deleted.
 */
export const deletedFileChoices = ["keep", "trash", "erase"] as const;
export type DeletedFileChoice = (typeof deletedFileChoices)[number];

/** Where a track is in use. */
export const trackUses = ["on_air", "queue", "plan", "playlist", "clock"] as const;
export type TrackUse = (typeof trackUses)[number];

const usedTrackSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  uses: z.array(z.enum(trackUses)),
  /** Names of the playlists and clocks using it. */
  names: z.array(z.string()),
});
export type UsedTrack = z.infer<typeof usedTrackSchema>;

/** Tracks left unchanged, with the reason; at most 100. */
const failuresSchema = z.array(
  z.object({ trackId: trackIdSchema, title: z.string(), reason: z.string() }),
);

/** A deleted track whose file still exists. */
const deletionSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  /** File name with its last two folders, before deletion. */
  file: z.string(),
  sizeBytes: z.int(),
  /** `kept`: the file is in its place; `trashed`: it is in the trash. */
  state: z.enum(["kept", "trashed"]),
  deletedAt: z.iso.datetime(),
  deletedBy: z.string(),
  /** When the file is erased; null: only by an operator. */
  erasedAt: z.nullable(z.iso.datetime()),
});
export type Deletion = z.infer<typeof deletionSchema>;

const deletionListSchema = z.object({
  /** Newest first. */
  deletions: z.array(deletionSchema),
  /** The total; `deletions` is one page. */
  total: z.int(),
  /** Size of the trash, in bytes. */
  trashBytes: z.int(),
});
export type DeletionList = z.infer<typeof deletionListSchema>;

export const deletionsCalls = defineCalls({
  checkTracksDeletion: {
    method: "POST",
    path: "/api/tracks/delete/check",
    response: z.object({
      /** Tracks with a file. */
      files: z.int(),
      sizeBytes: z.int(),
      /** External streams, which have no files. */
      streams: z.int(),
      /** How many of them all are in use. */
      usedCount: z.int(),
      used: z.array(usedTrackSchema),
    }),
  },
  deleteTracks: {
    method: "POST",
    path: "/api/tracks/delete",
    response: z.object({ deleted: z.int(), failures: failuresSchema }),
  },
  listDeletions: { method: "GET", path: "/api/deletions", response: deletionListSchema },
  restoreDeletions: {
    method: "POST",
    path: "/api/deletions/restore",
    response: z.object({ restored: z.int(), failures: failuresSchema }),
  },
  emptyTrash: {
    method: "POST",
    path: "/api/deletions/empty",
    response: z.object({ erased: z.int(), failures: failuresSchema }),
  },
});
