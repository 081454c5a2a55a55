import * as z from "zod";

/** Where HLS is copied to: a folder in a bucket of an S3-compatible storage, and its key. */
export const hlsStorageSchema = z.object({
  endpoint: z.string().regex(/^https?:\/\//),
  region: z.string().min(1),
  bucket: z.string().min(1),
  /** Used by this station alone; empty: the whole bucket. */
  folder: z.string(),
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
});
export type HlsStorage = z.infer<typeof hlsStorageSchema>;

export const hlsStorageStateSchema = z.object({
  /** `idle`: there is nothing to copy; `failing`: the last request to the storage failed and will be retried. */
  state: z.enum(["idle", "copying", "failing"]),
  /** Since when, wall clock. */
  sinceMs: z.number(),
  /** When the storage last accepted a playlist, wall clock; null: not yet. */
  pushedAtMs: z.number().nullable(),
  /** How much finished sound the playlist at the storage lacks, in seconds. */
  behindSeconds: z.number().min(0),
  /** Segments that players there have missed since copying began. */
  lostSegments: z.int().min(0),
  /** The last problem, for people, and when it occurred; null if none. */
  problem: z.object({ text: z.string(), atMs: z.number() }).nullable(),
  /** When a failed request will be retried, wall clock. */
  retryAtMs: z.number().nullable(),
});
export type HlsStorageState = z.infer<typeof hlsStorageStateSchema>;
