import * as z from "zod/mini";
import { musicFormatsSchema } from "./music-formats.ts";
import { defineCalls } from "./call.ts";
import { trackIdSchema } from "./tracks.ts";

/** Where uploads that can be resumed begin, by the tus protocol 1.0 (https://tus.io); each then has an address below it. */
export const RESUMABLE_UPLOADS_PATH = "/api/uploads";

/** How many files the web app sends at once. */
export const UPLOADS_AT_ONCE = 3;

/**
 * How far a file has come. `receiving`: its bytes still come; `received`: it waits for its turn; `checking`: it is
 * compared with the library; `analysing`: it is decoded and measured.
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

/** How a file comes: uploaded, found in a music folder, or found by `station import`. */
export const incomingWays = ["upload", "folder", "import"] as const;
export type IncomingWay = (typeof incomingWays)[number];

/** A file on its way into the library, or one that recently got there or was refused. */
export const incomingFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  way: z.enum(incomingWays),
  /** Files chosen together; null: it is of no such batch. */
  batchId: z.nullable(z.uuid()),
  /** Who uploaded it; null: the station found it. */
  uploader: z.nullable(z.string()),
  state: z.enum(incomingStates),
  sizeBytes: z.int(),
  /** How much of it has come. */
  receivedBytes: z.int(),
  /** Why it was refused, or what people should know of one in the library; null: nothing. */
  reason: z.nullable(z.string()),
  /** It was refused, and the station still has it, so it can be tried again without sending it again. */
  canRetry: z.boolean(),
  /** What it became; null: no track, or not yet. */
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

/** How a scan of the music folders proceeds. */
const scanSchema = z.object({
  way: z.enum(["folder", "import"]),
  /** New and changed files to be read. */
  found: z.int(),
  added: z.int(),
  refused: z.int(),
  startedAt: z.iso.datetime(),
});
export type IncomingScan = z.infer<typeof scanSchema>;

const listSchema = z.object({
  /** The newest change first. */
  files: z.array(incomingFileSchema),
  /** How many there are, of which `files` has a page. */
  total: z.int(),
  counts: countsSchema,
  /** null: no scan reads files at the moment. */
  scan: z.nullable(scanSchema),
  /** Files added or refused in the last minute. */
  filesPerMinute: z.int(),
  /** Until every file that has arrived is dealt with; null: there is none, or no speed to tell it from. */
  secondsLeft: z.nullable(z.int()),
  /** Largest file that is accepted. */
  maxUploadBytes: z.int(),
  /** Formats that uploads take beside the usual ones. */
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
