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
