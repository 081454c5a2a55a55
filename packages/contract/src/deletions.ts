import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/** Tracks in use that are listed before they are deleted. */
export const MAX_LISTED_USES = 100;

/**
 * What becomes of the files of deleted tracks. `keep`: they stay where they are, and scans leave them alone; `trash`:
 * they go to a trash folder on the same disk; `erase`: they are gone.
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
  /** Names of the playlists and clocks that have it. */
  names: z.array(z.string()),
});
export type UsedTrack = z.infer<typeof usedTrackSchema>;

/** Tracks that stay as they are, with the reason; at most 100. */
const failuresSchema = z.array(
  z.object({ trackId: trackIdSchema, title: z.string(), reason: z.string() }),
);

/** A track that an operator deleted, and whose file the station still has. */
const deletionSchema = z.object({
  trackId: trackIdSchema,
  title: z.string(),
  artist: z.string(),
  /** The last two folders of where its file was, and its name. */
  file: z.string(),
  sizeBytes: z.int(),
  /** `kept`: its file lies where it was; `trashed`: it lies in the trash. */
  state: z.enum(["kept", "trashed"]),
  deletedAt: z.iso.datetime(),
  deletedBy: z.string(),
  /** When its file is erased; null: it stays until an operator does that. */
  erasedAt: z.nullable(z.iso.datetime()),
});
export type Deletion = z.infer<typeof deletionSchema>;

const deletionListSchema = z.object({
  /** The newest first. */
  deletions: z.array(deletionSchema),
  /** How many there are, of which `deletions` has a page. */
  total: z.int(),
  /** What the trash holds, in bytes. */
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
      /** External streams, which have no file. */
      streams: z.int(),
      /** How many of all are in use. */
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
