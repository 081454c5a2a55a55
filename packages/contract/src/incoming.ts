import * as z from "zod/mini";
import { musicFormatsSchema } from "./music-formats.ts";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/**
 * Where resumable uploads begin, by the tus protocol 1.0 (https://tus.io); each upload then has an address below it.
 */
export const RESUMABLE_UPLOADS_PATH = "/api/uploads";

/** Parallel uploads in the web app. */
export const UPLOADS_AT_ONCE = 3;

/**
 * Progress of a file. `receiving`: bytes are arriving; `received`: queued; `checking`: being compared with the library;
 * `analysing`: being decoded and measured.
 */
export const incomingStates = [
  "receiving",
  "received",
  "checking",
  "analysing",
  "added",
  "refused",
] as const;
export type IncomingState = (typeof incomingStates)[number];

/** How a file arrived: uploaded, found in a music folder, or found by `station import`. */
export const incomingWays = ["upload", "folder", "import"] as const;
export type IncomingWay = (typeof incomingWays)[number];

/** A file on its way into the library, or recently added or refused. */
export const incomingFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  way: z.enum(incomingWays),
  /** Files chosen together share a batch; null: none. */
  batchId: z.nullable(z.uuid()),
  /** Who uploaded it; null: found by the station. */
  uploader: z.nullable(z.string()),
  state: z.enum(incomingStates),
  sizeBytes: z.int(),
  /** Bytes received so far. */
  receivedBytes: z.int(),
  /** Why it was refused, or a remark about an added file; null: nothing to say. */
  reason: z.nullable(z.string()),
  /** Refused, but the station still has the file, so it can be retried without another upload. */
  canRetry: z.boolean(),
  /** The resulting track; null: none, or not yet. */
  trackId: z.nullable(trackIdSchema),
  startedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type IncomingFile = z.infer<typeof incomingFileSchema>;

/** How many files are in each state. */
const countsSchema = z.object({
  receiving: z.int(),
  received: z.int(),
  checking: z.int(),
  analysing: z.int(),
  added: z.int(),
  refused: z.int(),
});
export type IncomingCounts = z.infer<typeof countsSchema>;

/** Progress of a music folder scan. */
const scanSchema = z.object({
  way: z.enum(["folder", "import"]),
  /** New and changed files to read. */
  found: z.int(),
  added: z.int(),
  refused: z.int(),
  startedAt: z.iso.datetime(),
});
export type IncomingScan = z.infer<typeof scanSchema>;

const listSchema = z.object({
  /** Most recently changed first. */
  files: z.array(incomingFileSchema),
  /** The total; `files` is one page. */
  total: z.int(),
  counts: countsSchema,
  /** null: no scan is reading files. */
  scan: z.nullable(scanSchema),
  /** Files added or refused in the last minute. */
  filesPerMinute: z.int(),
  /** Until every file received is processed; null: none is waiting, or the speed is unknown. */
  secondsLeft: z.nullable(z.int()),
  /** Maximum file size accepted. */
  maxUploadBytes: z.int(),
  /** Formats accepted as uploads besides the usual ones. */
  uploadFormats: musicFormatsSchema,
});
export type IncomingList = z.infer<typeof listSchema>;

export const incomingCalls = defineCalls({
  listIncoming: { method: "GET", path: "/api/incoming", response: listSchema },
  retryIncoming: {
    method: "POST",
    path: "/api/incoming/retry",
    response: z.object({ retried: z.int() }),
  },
  dismissIncoming: {
    method: "POST",
    path: "/api/incoming/dismiss",
    response: z.object({ dismissed: z.int() }),
  },
});
