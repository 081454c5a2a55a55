import * as z from "zod";

/** Where HLS is copied to: a folder of a bucket at an S3-compatible storage, and the key to it. */
export const hlsStorageSchema = z.object({
  endpoint: z.string().regex(/^https?:\/\//),
  region: z.string().min(1),
  bucket: z.string().min(1),
  /** Of this station alone; empty: the whole bucket. */
  folder: z.string(),
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
});
export type HlsStorage = z.infer<typeof hlsStorageSchema>;

export const hlsStorageStateSchema = z.object({
  /** `idle`: there is nothing to copy; `failing`: the last request to the storage failed, and is tried again. */
  state: z.enum(["idle", "copying", "failing"]),
  /** When that began, wall clock. */
  sinceMs: z.number(),
  /** When the storage took a playlist last, wall clock; null: it has not yet. */
  pushedAtMs: z.number().nullable(),
  /** How much finished sound the playlist at the storage lacks, in seconds. */
  behindSeconds: z.number().min(0),
  /** Segments that players there missed, since the copying began. */
  lostSegments: z.int().min(0),
  /** What was wrong last, for people, and when; null: nothing was. */
  problem: z.object({ text: z.string(), atMs: z.number() }).nullable(),
  /** When a failed request is tried again, wall clock. */
  retryAtMs: z.number().nullable(),
});
export type HlsStorageState = z.infer<typeof hlsStorageStateSchema>;
