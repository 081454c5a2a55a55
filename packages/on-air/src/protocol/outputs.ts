import * as z from "zod";
import { codecs } from "../formats/stream-formats.ts";

/** An Icecast server, and our mount on it. The password is sent to that server only. */
const icecastServerSchema = z.object({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  isTls: z.boolean(),
  /** Starts with a slash. */
  mount: z.string().startsWith("/"),
  username: z.string(),
  password: z.string(),
});
export type IcecastServer = z.infer<typeof icecastServerSchema>;

/** A server that gets the programme. */
export const icecastOutputSchema = z.object({
  outputId: z.uuid(),
  /** Which mount is sent; missing in what an older release has kept. */
  codec: z.enum(codecs).default("mp3"),
  server: icecastServerSchema,
  /** Whether the server may list it in directories. */
  isPublic: z.boolean(),
});
export type IcecastOutput = z.infer<typeof icecastOutputSchema>;
export const MAX_ICECAST_OUTPUTS = 20;

export const outputStateSchema = z.object({
  outputId: z.uuid(),
  /** `waiting`: it failed and will be retried; `refused`: no retry until something is changed. */
  state: z.enum(["connecting", "on-air", "waiting", "refused"]),
  /** Wall clock. */
  sinceMs: z.number(),
  /** The last problem, as a sentence; null if none. */
  detail: z.string().nullable(),
  /** When it will be retried, wall clock. */
  retryAtMs: z.number().nullable(),
});
export type OutputState = z.infer<typeof outputStateSchema>;

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

/** A remote on-air that carries this one's mounts. */
export const edgeStateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its public address without a mount; null: not offered to players. */
  publicUrl: z.string().nullable(),
  weight: z.int(),
  /** `loop`: it can't hear this station and plays its own loop; `away`: it does not report. */
  state: z.enum(["carrying", "loop", "away"]),
  listeners: z.int(),
  /** How far it is behind this station, in ms; null if unknown. */
  lagMs: z.number().nullable(),
  /** Wall clock, ms: reporting since then, or last report. */
  sinceMs: z.number(),
  /** Its total listened time. */
  listenerSeconds: z.number(),
});
export type EdgeState = z.infer<typeof edgeStateSchema>;
