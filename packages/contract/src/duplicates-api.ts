import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  duplicatesCalls,
  MAX_MERGED_TRACKS,
  MAX_MERGES,
  type DuplicateTrack,
} from "./duplicates.ts";
import { trackIdSchema } from "./tracks.ts";

const keptId = "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60";
const otherId = "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1";

const otherIdsSchema = z
  .array(trackIdSchema)
  .check(z.minLength(1), z.maxLength(MAX_MERGED_TRACKS, `at most ${MAX_MERGED_TRACKS} tracks`));

const exampleTrack: DuplicateTrack = {
  id: keptId,
  title: "Night Drive",
  artist: "Neon Coast",
  album: "Sunset Lines",
  albumArt: null,
  file: "Neon Coast/Sunset Lines/03 Night Drive.flac",
  codec: "flac",
  bitrate: 912,
  sampleRateHz: 44_100,
  durationMs: 241_000,
  sizeBytes: 27_472_000,
  addedAt: "2027-03-01T19:00:00.000Z",
  isMissing: false,
  isInRotation: true,
  plays: 12,
  playlists: 1,
  favourites: 3,
};

export const duplicatesApi = defineApi(duplicatesCalls, {
  listDuplicates: {
    access: "library_edit",
    summary:
      "Tracks that are in the library more than once: as the same file, or as other files of one recording",
    query: z.object({
      offset: z._default(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(0),
            z.maximum(1_000_000),
            z.describe("How many groups to skip"),
          ),
        0,
      ),
      limit: z._default(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(1),
            z.maximum(100),
            z.describe("How many groups to return at most"),
          ),
        20,
      ),
    }),
    example: {
      response: {
        groups: [
          {
            likeness: "recording",
            agreementPercent: 96,
            tracks: [
              exampleTrack,
              {
                ...exampleTrack,
                id: otherId,
                file: "Mixes/Night Drive.mp3",
                codec: "mp3",
                bitrate: 128,
                sizeBytes: 3_856_000,
                plays: 4,
              },
            ],
          },
        ],
        total: 1,
        waiting: 0,
      },
    },
  },
  mergeDuplicates: {
    access: "library_edit",
    errors: ["not_found", "conflict"],
    summary:
      "Keep one track: what the others have in playlists, history, favourites, requests and the schedule becomes its own, and they leave the rotation. Their files stay",
    body: z.object({ keptId: trackIdSchema, otherIds: otherIdsSchema }),
    example: { body: { keptId, otherIds: [otherId] }, response: { merged: 1, mergeId: 7 } },
  },
  listMerges: {
    access: "library_edit",
    summary: `The newest ${MAX_MERGES} merges of duplicates, which can be undone`,
    example: {
      response: [
        {
          id: 7,
          mergedAt: "2027-03-01T19:00:00.000Z",
          mergedBy: "mira",
          title: "Night Drive",
          artist: "Neon Coast",
          copies: 1,
          isUndone: false,
        },
      ],
    },
  },
  undoMerge: {
    access: "library_edit",
    errors: ["not_found", "conflict"],
    summary:
      "Undo a merge: the merged tracks get back what they gave, and their files if these are in the trash. What was changed since stays, and is named",
    params: z.object({
      id: z.coerce.number().check(z.int(), z.minimum(1), z.describe("Id of the merge")),
    }),
    example: { response: { tracks: 1, left: [] } },
  },
  rejectDuplicates: {
    access: "library_edit",
    errors: ["not_found"],
    summary: "Say that a track is another one than these; they are not listed together again",
    body: z.object({ trackId: trackIdSchema, otherIds: otherIdsSchema }),
    example: { body: { trackId: keptId, otherIds: [otherId] }, response: { rejected: 1 } },
  },
});
