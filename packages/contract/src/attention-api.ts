import * as z from "zod/mini";
import { attentionCalls, MAX_ATTENDED, trackTroubles } from "./attention.ts";
import { defineApi } from "./endpoint.ts";
import { trackIdSchema } from "./tracks.ts";

const trackId = "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60";
const fileId = "0f343b0931126a20f133d67c2b018a3b";
const fileIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be the id of a file"));

const pageShape = {
  offset: z._default(
    z.coerce
      .number()
      .check(
        z.int(),
        z.minimum(0),
        z.maximum(1_000_000),
        z.describe("How many to skip from the first on"),
      ),
    0,
  ),
  limit: z._default(
    z.coerce
      .number()
      .check(z.int(), z.minimum(1), z.maximum(200), z.describe("How many to return at most")),
    50,
  ),
};

export const attentionApi = defineApi(attentionCalls, {
  listAttention: {
    access: "library_edit",
    summary:
      "Tracks whose sound needs attention: too quiet, clipped, silent inside or on one side, mono in two channels, cut off, or of another length than their file says",
    query: z.object({
      trouble: z.optional(z.enum(trackTroubles).check(z.describe("Only tracks with this trouble"))),
      ...pageShape,
    }),
    example: {
      response: {
        tracks: [
          {
            trackId,
            title: "Night Drive",
            artist: "Neon Coast",
            file: "Neon Coast/Sunset Lines/03 Night Drive.flac",
            durationMs: 245_000,
            trouble: "silent_inside",
            amount: 12.4,
            atMs: 180_000,
          },
        ],
        total: 1,
        counts: {
          too_quiet: 0,
          clipped: 0,
          silent_inside: 1,
          silent_channel: 0,
          mono: 0,
          cut_off: 0,
          wrong_duration: 0,
          misread: 0,
        },
        refused: 0,
        quarantined: 0,
        unmeasured: 0,
        unusedRules: [{ by: "folder", value: "Jingles" }],
      },
    },
  },
  acceptTroubles: {
    access: "library_edit",
    summary: "Say that troubles are fine, so that they leave the list for good, or take that back",
    body: z.object({
      troubles: z
        .array(z.object({ trackId: trackIdSchema, trouble: z.enum(trackTroubles) }))
        .check(z.minLength(1), z.maxLength(MAX_ATTENDED, `at most ${MAX_ATTENDED} troubles`)),
      isFine: z._default(z.boolean(), true),
    }),
    example: {
      body: { troubles: [{ trackId, trouble: "silent_inside" }] },
      response: { changed: 1 },
    },
  },
  listMisread: {
    access: "library_edit",
    summary:
      "Tracks whose texts look as if they were read in the wrong charset, by folder, and how each reading would change them; `misreading` of an edit makes it so",
    example: {
      response: {
        groups: [
          {
            folder: "Kino/Gruppa krovi",
            trackIds: [trackId],
            durationMs: 285_000,
            candidates: [
              {
                readAs: "windows-1252",
                writtenIn: "windows-1251",
                tracks: 1,
                samples: [{ before: "Êèíî", after: "Кино" }],
              },
            ],
          },
        ],
        total: 1,
      },
    },
  },
  listQuarantined: {
    access: "library_edit",
    summary:
      "Tracks that are kept off the air, because their file hung or crashed the audio engine twice",
    example: {
      response: {
        tracks: [
          {
            trackId,
            title: "Night Drive",
            artist: "Neon Coast",
            file: "Neon Coast/Sunset Lines/03 Night Drive.flac",
            durationMs: 245_000,
            reason: "It hung or crashed the audio engine twice, and is kept off the air",
            since: "2027-03-01T19:00:00.000Z",
          },
        ],
        isKnown: true,
      },
    },
  },
  retryQuarantined: {
    access: "library_edit",
    summary:
      "Let tracks that are kept off the air be played again; the next audio engine that one of them costs puts it aside again",
    body: z.object({
      trackIds: z.array(trackIdSchema).check(z.minLength(1), z.maxLength(MAX_ATTENDED)),
    }),
    errors: ["unavailable"],
    example: { body: { trackIds: [trackId] }, response: { retried: 1 } },
  },
  listRefusedFiles: {
    access: "library_edit",
    summary: "Files of the music folders that could not become tracks, each with the reason",
    query: z.object(pageShape),
    example: {
      response: {
        files: [
          {
            id: fileId,
            file: "Neon Coast/Sunset Lines/04 Rise.flac",
            reason: "The file holds no sound that can be decoded",
            sizeBytes: 1024,
            refusedAt: "2027-03-01T19:00:00.000Z",
          },
        ],
        total: 1,
      },
    },
  },
  retryRefusedFiles: {
    access: "library_edit",
    summary: "Read refused files again, as they are now",
    body: z.object({
      /** Omitted: all. */
      ids: z.optional(z.array(fileIdSchema).check(z.minLength(1), z.maxLength(MAX_ATTENDED))),
    }),
    example: { body: { ids: [fileId] }, response: { retried: 1 } },
  },
});
