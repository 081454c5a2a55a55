import * as z from "zod/mini";
import { deletedFileChoices, deletionsCalls, MAX_LISTED_USES } from "./deletions.ts";
import { defineApi } from "./endpoint.ts";
import { MAX_EDITED_TRACKS, trackIdSchema } from "./tracks.ts";

const trackIdsSchema = z
  .array(trackIdSchema)
  .check(z.minLength(1), z.maxLength(MAX_EDITED_TRACKS, `at most ${MAX_EDITED_TRACKS} tracks`));

const trackId = "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60";

export const deletionsApi = defineApi(deletionsCalls, {
  checkTracksDeletion: {
    access: "library_edit",
    summary: `What it would mean to delete tracks: which are on air, in the queue, in the plan, in playlists or in clocks; at most ${MAX_LISTED_USES} are listed`,
    body: z.object({ trackIds: trackIdsSchema }),
    example: {
      body: { trackIds: [trackId] },
      response: {
        files: 1,
        sizeBytes: 31_457_280,
        streams: 0,
        usedCount: 1,
        used: [
          {
            trackId,
            title: "Night Drive",
            artist: "Neon Coast",
            uses: ["queue", "playlist"],
            names: ["Evening"],
          },
        ],
      },
    },
  },
  deleteTracks: {
    access: "library_edit",
    errors: ["conflict"],
    summary: `Delete up to ${MAX_EDITED_TRACKS} tracks, and keep their files, move them to the trash or erase them. External streams have no file and are gone for good`,
    body: z.object({
      trackIds: trackIdsSchema,
      files: z.enum(deletedFileChoices),
      /** If false, any track in use fails the call. */
      includesUsed: z._default(z.boolean(), false),
    }),
    example: {
      body: { trackIds: [trackId], files: "trash", includesUsed: true },
      response: { deleted: 1, failures: [] },
    },
  },
  listDeletions: {
    access: "library_edit",
    summary: "Deleted tracks whose files the station still has, and when they are erased",
    query: z.object({
      offset: z._default(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(0),
            z.maximum(1_000_000),
            z.describe("How many to skip from the newest on"),
          ),
        0,
      ),
      limit: z._default(
        z.coerce
          .number()
          .check(z.int(), z.minimum(1), z.maximum(200), z.describe("How many to return at most")),
        50,
      ),
    }),
    example: {
      response: {
        deletions: [
          {
            trackId,
            title: "Night Drive",
            artist: "Neon Coast",
            file: "Neon Coast/Sunset Lines/03 Night Drive.flac",
            sizeBytes: 31_457_280,
            state: "trashed",
            deletedAt: "2027-03-01T19:00:00.000Z",
            deletedBy: "Vega",
            erasedAt: "2027-03-31T19:00:00.000Z",
          },
        ],
        total: 1,
        trashBytes: 31_457_280,
      },
    },
  },
  restoreDeletions: {
    access: "library_edit",
    summary:
      "Bring deleted tracks back, with their files, favourites and places in playlists; a file whose place is taken gets another name",
    body: z.object({ trackIds: trackIdsSchema }),
    example: { body: { trackIds: [trackId] }, response: { restored: 1, failures: [] } },
  },
  emptyTrash: {
    access: "library_edit",
    summary: "Erase files in the trash, at most 1000 at a time",
    body: z.object({
      /** Omitted: all. */
      trackIds: z.optional(trackIdsSchema),
    }),
    example: { body: {}, response: { erased: 12, failures: [] } },
  },
});
