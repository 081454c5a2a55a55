import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import { incomingCalls, incomingStates, incomingWays, RESUMABLE_UPLOADS_PATH } from "./incoming.ts";

const id = "0190d7a2-6f4e-4a53-9a7e-1c2b3d4e5f60";
const batchId = "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1";
const MAX_IDS = 500;

/** Selects the files for a call. */
const choiceSchema = z.object({
  /** Omitted: all, or all of the batch if one is given. */
  ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_IDS))),
  batchId: z.optional(z.uuid()),
});

export const incomingApi = defineApi(incomingCalls, {
  listIncoming: {
    access: "upload",
    summary: `Files on their way into the library and what became of them. Uploads by the tus protocol 1.0 begin at ${RESUMABLE_UPLOADS_PATH}`,
    query: z.object({
      state: z.optional(
        z.enum(incomingStates).check(z.describe("Only files that have come this far")),
      ),
      way: z.optional(z.enum(incomingWays).check(z.describe("Only files that came this way"))),
      batchId: z.optional(z.uuid().check(z.describe("Only files of this batch"))),
      offset: z._default(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(0),
            z.maximum(1_000_000),
            z.describe("How many files to skip from the newest change on"),
          ),
        0,
      ),
      limit: z._default(
        z.coerce
          .number()
          .check(
            z.int(),
            z.minimum(1),
            z.maximum(200),
            z.describe("How many files to return at most"),
          ),
        50,
      ),
    }),
    example: {
      response: {
        files: [
          {
            id,
            name: "Night Drive.flac",
            way: "upload",
            batchId,
            uploader: "admin",
            state: "refused",
            sizeBytes: 31_457_280,
            receivedBytes: 31_457_280,
            reason: "This file is already in the library as 'Night Drive' by Neon Coast",
            canRetry: false,
            trackId: null,
            startedAt: "2027-03-02T18:00:00.000Z",
            changedAt: "2027-03-02T18:00:12.000Z",
          },
        ],
        total: 1,
        counts: { receiving: 0, received: 0, checking: 0, analysing: 0, added: 0, refused: 1 },
        scan: null,
        filesPerMinute: 1,
        secondsLeft: null,
        maxUploadBytes: 52_428_800,
        uploadFormats: [],
      },
    },
  },
  retryIncoming: {
    access: "upload",
    summary: "Try refused files again that the station still has",
    body: choiceSchema,
    example: { body: { ids: [id] }, response: { retried: 1 } },
  },
  dismissIncoming: {
    access: "upload",
    summary:
      "Take files off the list that were added or refused; what was kept of refused uploads goes",
    body: choiceSchema,
    example: { body: { batchId }, response: { dismissed: 12 } },
  },
});
